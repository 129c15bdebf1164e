/** A child on Node's own pipes: Windows, and a Unix where no folder takes a FIFO. */
import type { ChildProcess } from 'node:child_process';
import { PassThrough } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ChildStream, Connection } from './child.js';
import { LINGER_MS } from './pipe-reader.js';

/** Two outputs that are never one, so their common order is not kept; on Unix they are sockets to the child. */
export function connectSockets(): Connection {
  const outputs = { stdout: new PassThrough(), stderr: new PassThrough() };
  const streams: readonly ChildStream[] = [
    { from: 'stdout', readable: outputs.stdout },
    { from: 'stderr', readable: outputs.stderr },
  ];
  let child: ChildProcess | undefined;
  let linger: NodeJS.Timeout | undefined;
  const end = (from: 'stdout' | 'stderr') => {
    child?.[from]?.destroy();
    outputs[from].end();
  };
  return {
    stdio: [0, 'pipe', 'pipe'],
    streams,
    started({ process: running }) {
      child = running;
      for (const from of ['stdout', 'stderr'] as const) {
        const output = running[from];
        if (output !== null) pipeline(output, outputs[from]).catch(() => end(from)); // cut off: what came is what there is
      }
    },
    finish() {
      linger = setTimeout(() => (['stdout', 'stderr'] as const).forEach(end), LINGER_MS);
      linger.unref();
    },
    abandon(from) {
      if (from !== 'pty') end(from);
    },
    close() {
      clearTimeout(linger);
    },
  };
}
