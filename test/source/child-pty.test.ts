import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadPty } from '../../src/source/pty.js';
import { openSession, type TerminalSession } from './terminal-session.js';
import { script } from './wrapped.js';

const wait = (ms: number) => new Promise(resolve => setTimeout(resolve, ms));

const hasPty = process.platform === 'linux' && loadPty(import.meta.url) !== undefined;

const plain = (shown: string) => shown.replaceAll('\r\n', '\n');

describe.runIf(hasPty)('a child under a pty, with no terminal of ours', () => {
  it('sees a terminal as its stdout, which is the one that controls it', async () => {
    const run = await script(
      `$W --pty -- sh -c 'test -t 1 && echo yes; tty <&1; ls /dev/tty > /dev/tty; stty size <&1; exit 7'; echo $?`,
    );
    expect(run.out).toMatch(/^yes\r\n\/dev\/pts\/\d+\r\n\/dev\/tty\r\n24 80\r\n7\n$/);
  });

  it('gives every byte, 30 times, with the line ends of a terminal', async () => {
    const run = await script(`for i in $(seq 30); do $W --pty -- seq 20000 | cksum; done | sort | uniq -c`);
    const expected = await script(`seq 20000 | sed 's/$/\\r/' | cksum`);
    expect(run.out.trim()).toBe(`30 ${expected.out.trim()}`);
  });

  it('reads our stdin where that is no terminal', async () => {
    expect((await script(`echo hi | $W --pty -- cat`)).out).toBe('hi\r\n');
    expect((await script(`$W --pty -- wc -c < /dev/null`)).out).toBe('0\r\n');
  });

  it('has its stderr in the same terminal, or apart', async () => {
    const run = await script(`exec 2>&1; $W --pty -- sh -c 'test -t 2 && echo both >&2'`);
    expect(run.out).toBe('both\r\n');
    const apart = await script(`$W --pty -- sh -c 'test -t 2 || echo apart >&2'`);
    expect([apart.out, apart.err]).toEqual(['', 'apart\n']);
  });

  it.each(['SIGKILL', 'SIGTERM', 'SIGSEGV'] as const)('makes us die of %s when it dies of it', async signal => {
    const run = await script(`ulimit -c 0; exec $W --pty -- sh -c 'echo before; kill -${signal.slice(3)} $$'`);
    expect([run.out, run.signal]).toEqual(['before\r\n', signal]);
  });

  it('gets limits, ignored signals and descriptors as on a pipe, and none of ours', async () => {
    const show = `bash -c 'ulimit -Sn; cat <&3; cd /proc/$$/fd; for i in $(seq 3 40); do test -e $i && echo $i; done'; $W --pty -- grep SigIgn /proc/self/status`;
    const run = await script(
      `ulimit -Sn 777; trap '' HUP; echo three > three; exec 3<three; $W --pty -- ${show}; true`,
    );
    expect(run.out).toBe('777\r\nthree\r\n3\r\nSigIgn:\t0000000000000001\r\n');
  });

  it('is slowed by a slow reader, and loses nothing', async () => {
    const run = await script(`$W --pty -- seq 50000 | { sleep 0.5; tail -1; }`);
    expect(run.out).toBe('50000\r\n');
  });

  it('ends when our reader has gone', async () => {
    const run = await script(`$W --pty -- yes | head -1; echo \${PIPESTATUS[1]}`);
    expect([run.out, run.err, run.ms < 30_000]).toEqual(['y\r\n0\n', '', true]);
  });

  // without perl the system hangs up on what is in the background, unless that ignores it: see session-leader.test.ts
  it('does not keep us when a background process holds the terminal, and that process lives on', async () => {
    const background = `trap "" HUP; (sleep 1; echo tick || exit 3; echo alive > lives-on) & echo started`;
    const run = await script(`$W --pty -- sh -c '${background}'; ls lives-on 2>/dev/null; sleep 1.5; cat lives-on`);
    expect(run.out).toBe('started\r\nalive\n');
  });

  it('is on a pipe where the optional package is missing, which is said once', async () => {
    const run = await script(`unset RAW_WRAP_PTY_FROM; $W --pty -- sh -c 'test -t 1 || echo pipe'`);
    expect(run.out).toBe('pipe\n');
    expect(run.err).toMatch(/^raw-wrap: no terminal for the command.*\n$/);
  });
});

describe.runIf(hasPty)('a child at a terminal', () => {
  let session: TerminalSession;
  beforeAll(async () => {
    session = await openSession();
  });
  afterAll(() => session.close());

  /** The terminal is as bash wants it. */
  const expectCooked = async () => expect(await session.run('stty -a')).toMatch(/ icanon .* isig|isig icanon/);

  it('has a terminal of the same size on all three descriptors', async () => {
    const shown = await session.run(`$W -- sh -c 'test -t 0 && test -t 1 && test -t 2 && stty size; exit 5'; echo $?`);
    expect(plain(shown)).toBe('24 80\n5\n');
    await expectCooked();
  });

  it('shows the very bytes that it would without us', async () => {
    const command = `sh -c 'printf "a\\nb\\r\\n\\tc"; stty -opost; printf "d\\ne\\n"; echo err >&2; stty opost'`;
    const bare = await session.run(command);
    expect(await session.run(`$W -- ${command}`)).toBe(bare);
    expect(await session.run(`echo hi | $W -- cat`)).toBe('hi\r\n');
    expect(await session.run(`$W --pipe -- echo hi`)).toBe('hi\r\n');
  });

  it('gets what is typed, and its end of file', async () => {
    session.type('$W -- sh -c "stty -echo; echo go; cat"\r');
    await session.see(/go/);
    session.type('hello\r');
    await session.see(/hello/);
    session.type('\x04');
    await session.see(/ready> /);
    expect(plain(await session.run('echo $?'))).toBe('0\n');
  });

  it.each(['--pipe', '--pty'])('%s: gets ^C once, and what its trap prints is shown', async mode => {
    for (const delayMs of [0, 300]) {
      session.type(
        `$W ${mode} -- sh -c 'trap "echo caught" INT; echo go; i=0; while [ $i -lt 15 ]; do sleep 0.05; i=$((i+1)); done; echo end; exit 9'\r`,
      );
      await session.see(/go\r\n/);
      await wait(delayMs);
      session.type('\x03');
      expect(plain(await session.see(/ready> /))).toBe('caught\nend\nready> ');
      expect(plain(await session.run('echo $?'))).toBe('9\n');
    }
  });

  it.each(['--pipe', '--pty'])('%s: dies of ^C, and so do we', async mode => {
    session.type(`$W ${mode} -- sh -c 'echo go; exec sleep 20'\r`);
    await session.see(/go\r\n/);
    await wait(200);
    session.type('\x03');
    await session.see(/ready> /);
    expect(plain(await session.run('echo $?'))).toBe('130\n');
    await expectCooked();
  });

  it.each(['--pipe', '--pty'])('%s: stops on ^Z together with us, and goes on with fg', async mode => {
    session.type(
      `$W ${mode} -- sh -c 'echo go; i=0; while [ $i -lt 10 ]; do sleep 0.1; i=$((i+1)); done; echo end; exit 4'\r`,
    );
    await session.see(/go\r\n/);
    await wait(200);
    session.type('\x1a');
    await session.see(/Stopped.*ready> /s);
    await expectCooked();
    await wait(1000);
    expect(plain(await session.run('jobs'))).toMatch(/Stopped/);
    expect(plain(await session.run('fg'))).toMatch(/end\n$/);
    expect(plain(await session.run('echo $?'))).toBe('4\n');
    await expectCooked();
  });

  it('gets SIGINT that is sent to us alone, in the foreground too', async () => {
    const child = `sh -c 'trap "echo caught" INT; i=0; while [ $i -lt 60 ]; do sleep 0.05; i=$((i+1)); done; echo end'`;
    const shown = await session.run(`(sleep 1.5; pkill -INT -n -f 'raw-wrap --pipe') & $W --pipe -- ${child}; wait`);
    expect(plain(shown)).toMatch(/caught\nend\n/);
  });

  it('learns a new size of the window', async () => {
    session.type(
      `$W -- sh -c 'trap "stty size" WINCH; echo go; i=0; while [ $i -lt 15 ]; do sleep 0.05; i=$((i+1)); done'\r`,
    );
    await session.see(/go\r\n/);
    session.resize(100, 40);
    expect(plain(await session.see(/ready> /))).toBe('40 100\nready> ');
    session.resize(80, 24);
  });

  it('runs in the background without stopping', async () => {
    const shown = await session.run(`$W -- sh -c 'sleep 0.3; echo done in background' & wait`);
    expect(plain(shown)).toMatch(/done in background\n/);
    await expectCooked();
  });

  it('leaves the terminal as it was when we are killed by SIGTERM', async () => {
    await session.run(`(sleep 1.5; pkill -TERM -n -f 'raw-wrap -- sleep') & $W -- sleep 20`);
    expect(plain(await session.run('echo $?'))).toBe('143\n');
    await expectCooked();
  });

  it.each([
    ['vim', 'vim -u NONE -N new-file', /~/, ':q!\r'],
    ['less', 'sh -c "seq 500 | less"', /23/, 'q'],
    ['top', 'top -d 1', /PID/, 'q'],
  ])('may be %s', async (_name, command, sign, quit) => {
    session.type(`$W -- ${command}\r`);
    await session.see(sign);
    await wait(200);
    session.type(quit);
    await session.see(/ready> /);
    expect(plain(await session.run('echo $?'))).toBe('0\n');
    await expectCooked();
  });
});
