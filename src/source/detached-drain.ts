/** A process that outlives us and empties what a background grandchild still writes, so that it never gets SIGPIPE from us. */
import { spawn } from 'node:child_process';
import type { Duplex } from 'node:stream';

/**
 * Start `cat` in a session of its own, reading `fd` to its end.
 * @param fd read end of a pipe or a pty's master. The caller closes its own copy afterwards. As standard input of the new
 *   process it is made blocking again, which is what `cat` needs.
 * @param lease kept open as long as the process lives.
 */
export function drainDetached(fd: number, lease?: Duplex): void {
  const drain = spawn('cat', [], {
    stdio: [fd, 'ignore', 'ignore', ...(lease === undefined || lease.destroyed ? [] : [lease])],
    detached: true,
    cwd: '/',
    env: { PATH: CAT_PATH },
  });
  drain.on('error', () => {
    drain.removeAllListeners(); // no `cat` here: the grandchild meets a closed pipe, and nothing can be done about it
  });
  drain.unref();
}

const CAT_PATH = '/usr/bin:/bin';
