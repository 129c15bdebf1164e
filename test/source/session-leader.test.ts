import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadPty } from '../../src/source/pty.js';
import { findPerl } from '../../src/source/session-leader.js';
import { openSession, type TerminalSession } from './terminal-session.js';
import { folder, resultOf, script, startScript } from './wrapped.js';

const hasPty = process.platform === 'linux' && loadPty(import.meta.url) !== undefined;
const hasPerl = findPerl() !== undefined;
const name = (text: string) => (hasPerl ? text : `${text} (skipped: no perl here)`);

const wait = (ms: number) => new Promise(resolve => setTimeout(resolve, ms));

/** A file that a process in the background writes: its text once that matches, or after five seconds. */
async function written(file: string, pattern: RegExp): Promise<string> {
  const path = join(folder, file);
  const read = () => (existsSync(path) ? readFileSync(path, 'utf8') : '');
  for (let tries = 0; tries < 100 && !pattern.test(read()); tries += 1) await wait(50);
  const text = read();
  rmSync(path, { force: true });
  return text;
}

/** Processes of these sessions, dead ones that nobody has waited for included. */
async function processesOf(sessions: string): Promise<string> {
  return (await script(`ps -o pid=,stat=,args= -s ${sessions.trim().split(/\s+/).join(',')}`)).out;
}

/** Those alive, once there are none, or after two seconds: the dead ones are process 1's, which may take its time. */
async function membersOf(sessions: string): Promise<string> {
  const look = async () => (await processesOf(sessions)).replaceAll(/^ *\d+ +Z.*\n/gm, '');
  for (let tries = 0; tries < 20 && (await look()) !== ''; tries += 1) await wait(100);
  return look();
}

const ticks = 'for i in $(seq 20); do sleep 0.1; echo tick || exit 3; done; echo "ended $?" > ticked';

describe.runIf(hasPty && hasPerl)(name('a command under a pty, in a session that perl leads'), () => {
  it.each([
    ['writes to the terminal', `(${ticks}) &`],
    ['has redirected its output', `(${ticks}) > /dev/null 2>&1 < /dev/null &`],
    ['ignores SIGHUP', `trap "" HUP; (${ticks}) &`],
  ])('may leave a process in the background that %s', async (_what, background) => {
    const run = await script(`$W --pty -- sh -c '${background} ps -o sid= -p $$ > session; echo started'`);
    expect([run.out.includes('started\r\n'), run.err, run.code]).toEqual([true, '', 0]);
    expect(await written('ticked', /ended/)).toBe('ended 0\n');
    expect(await membersOf(await written('session', /\d/))).toBe('');
  });

  it('leaves the background without keys, as a shell does, instead of waiting for some for ever', async () => {
    await script(`$W --pty -- sh -c '(sleep 0.5; read key < /dev/tty; echo "ended $?" > read-key) & sleep 0.1'`);
    expect(await written('read-key', /ended/)).toMatch(/^ended [1-9]/);
  });

  it.each([0, 1, 126, 127, 130, 143, 255])('that ends with %d ends us with that', async code => {
    const run = await script(`exec $W --pty -- sh -c 'exit ${code}'`);
    expect([run.code, run.signal, run.out, run.err]).toEqual([code, null, '', '']);
  });

  it.each(['SIGINT', 'SIGTERM', 'SIGKILL', 'SIGSEGV', 'SIGHUP', 'SIGPIPE'] as const)(
    'that dies of %s lets us die of it',
    async signal => {
      const run = await script(`ulimit -c 0; exec $W --pty -- sh -c 'kill -${signal.slice(3)} $$'`);
      expect([run.code, run.signal, run.err]).toEqual([null, signal, '']);
    },
  );

  it('gets the signals that are sent to us', async () => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGUSR1'] as const) {
      const traps = `trap "echo ${signal}; exit 3" ${signal.slice(3)}`;
      const child = startScript(`exec $W --pty -- sh -c '${traps}; echo ready; while :; do sleep 0.05; done'`);
      const result = resultOf(child);
      await new Promise(resolve => child.stdout?.once('data', resolve));
      child.kill(signal);
      const run = await result;
      expect([run.out, run.code]).toEqual([`ready\r\n${signal}\r\n`, 3]);
    }
  });

  it('dies with us whenever SIGTERM comes, and leaves nobody', async () => {
    for (let delayMs = 40; delayMs < 240; delayMs += 20) {
      const child = startScript(`exec $W --pty -- sh -c 'ps -o sid= -p $$ >> sessions; exec sleep 20'`);
      const result = resultOf(child);
      await wait(delayMs);
      child.kill('SIGTERM');
      expect([(await result).signal, delayMs]).toEqual(['SIGTERM', delayMs]);
    }
    const sessions = await written('sessions', /\d/);
    expect(sessions === '' ? '' : await membersOf(sessions)).toBe('');
  });

  it('leaves no process, 20 times', async () => {
    const run = await script(`for i in $(seq 20); do $W --pty -- sh -c 'ps -o sid= -p $$'; done`);
    expect(run.out.trim().split(/\s+/)).toHaveLength(20);
    expect(await processesOf(run.out)).toBe('');
  });

  it('gets SIGHUP when we are killed, and leaves nobody', async () => {
    const child = startScript(
      `exec $W --pty -- sh -c 'trap "echo hung up > hung-up; exit" HUP; ps -o sid= -p $$ > session; (exec sleep 30) & while :; do sleep 0.05; done'`,
    );
    const session = await written('session', /\d/);
    child.kill('SIGKILL');
    expect(await written('hung-up', /up/)).toBe('hung up\n');
    expect(await membersOf(session)).toBe('');
  });

  it('is left alone, and lives on, when a second SIGINT ends our waiting', async () => {
    const child = startScript(`exec $W --pty -- sh -c 'trap "" INT; ps -o sid= -p $$ > session; echo ready; ${ticks}'`);
    const result = resultOf(child);
    await new Promise(resolve => child.stdout?.once('data', resolve));
    child.kill('SIGINT');
    await wait(150);
    child.kill('SIGINT');
    expect([(await result).signal, existsSync(join(folder, 'ticked'))]).toEqual(['SIGINT', false]);
    expect(await written('ticked', /ended/)).toBe('ended 0\n');
    expect(await membersOf(await written('session', /\d/))).toBe('');
  });

  it('ends for us when its leader is killed, by the same signal', async () => {
    const run = await script(`exec $W --pty -- sh -c 'ps -o sid= -p $$ > session; kill -KILL $PPID; exec sleep 20'`);
    expect([run.code, run.signal]).toEqual([null, 'SIGKILL']);
    expect(await membersOf(await written('session', /\d/))).toBe('');
  });

  it('sees nothing of perl: variables, descriptors, ignored signals, what its locale makes perl say', async () => {
    const env = `env PERL5OPT=-MNone PERL_BADLANG=1 PERL_UNICODE=7 LC_ALL=xx_YY TINYJUICE_STARTED='sigign=10082'`;
    const show = `bash -c 'env | grep -e PERL -e LC_ALL | sort; grep SigIgn /proc/self/status; cd /proc/$$/fd; for i in $(seq 3 40); do test -e $i && echo $i; done; exit 6'`;
    const run = await script(`${env} $W --pty -- ${show} 2> errors; echo $?; exec $W --pty -- env | grep PERL`);
    expect(run.out).toBe(
      'LC_ALL=xx_YY\r\nPERL5OPT=-MNone\r\nPERL_BADLANG=1\r\nPERL_UNICODE=7\r\nSigIgn:\t0000000000010082\r\n6\n',
    );
    expect((await written('errors', /./)).replaceAll(/bash: warning: setlocale.*\n/g, '')).toBe('');
  });

  it('hands over a descriptor and ends with it, so that its reader sees the end', async () => {
    const run = await script(
      `{ $W --pty -- sh -c 'echo x >&3; (sleep 40; :) 3>&- & :' 3>&1 >/dev/null; } | cat; echo end`,
    );
    expect([run.out, run.ms < 30_000]).toEqual(['x\nend\n', true]);
  });
});

describe.runIf(hasPty)('a command under a pty where there is no perl', () => {
  it('leads its session and ends us as it ends', async () => {
    const show = `$W --pty -- sh -c 'test $(ps -o sid= -p $$) -eq $$ && exit 7'; echo $?`;
    const run = await script(`export RAW_WRAP_PERL=no; ${show}; exec $W --pty -- sh -c 'kill -TERM $$'`);
    expect([run.out, run.signal]).toEqual(['7\n', 'SIGTERM']);
  });

  it('stops on ^Z together with us, and goes on with fg', async () => {
    const session = await openSession();
    session.type(`RAW_WRAP_PERL=no $W -- sh -c 'echo go; sleep 1; echo end; exit 4'\r`);
    await session.see(/go\r\n/);
    await wait(200);
    session.type('\x1a');
    await session.see(/Stopped.*ready> /s);
    expect(await session.run('fg; echo $?')).toMatch(/end\r\n4\r\n$/);
    session.close();
  });
});

describe.runIf(hasPty && hasPerl)(name('such a command at a terminal'), () => {
  let session: TerminalSession;
  beforeAll(async () => {
    session = await openSession();
  });
  afterAll(() => session.close());

  it('leaves a process in the background that lives on', async () => {
    expect(await session.run(`$W -- sh -c '(${ticks}) & echo started'`)).toMatch(/^started\r\n/);
    expect(await written('ticked', /ended/)).toBe('ended 0\n');
  });

  it('leaves one that lives on when the terminal is closed', async () => {
    const other = await openSession();
    await other.run(`$W -- sh -c '(${ticks}) & sleep 0.1; echo started'`);
    other.close();
    expect(await written('ticked', /ended/)).toBe('ended 0\n');
  });

  it('gives the shell back when it stops by itself, and goes on with fg', async () => {
    session.type(`$W -- sh -c 'echo go; kill -STOP $$; echo on; exit 4'\r`);
    await session.see(/Stopped.*ready> /s);
    expect(await session.run('stty -a')).toMatch(/ icanon .* isig|isig icanon/);
    expect(await session.run('fg')).toMatch(/on\r\n$/);
    expect(await session.run('echo $?')).toBe('4\r\n');
  });

  it('stops and goes on again and again, and no stop comes twice', async () => {
    session.type(`$W -- sh -c 'i=0; while [ $i -lt 30 ]; do sleep 0.1; i=$((i+1)); done; echo end; exit 4'\r`);
    for (let times = 0; times < 3; times += 1) {
      await wait(400);
      session.type('\x1a');
      await session.see(/Stopped.*ready> /s);
      session.type('fg\r');
    }
    await session.see(/end\r\nready> /);
    expect(await session.run('echo $?')).toBe('4\r\n');
  });
});
