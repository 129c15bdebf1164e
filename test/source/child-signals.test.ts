import type { ChildProcess } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { type Result, resultOf, startScript } from './wrapped.js';

/** A child that says which signals it caught, and how often, after `seconds`. */
const counting = (seconds: number) => {
  const traps = ['INT', 'TERM', 'HUP', 'QUIT', 'USR1', 'USR2'].map(name => `trap "echo ${name}" ${name}`).join('; ');
  return `sh -c '${traps}; echo ready; i=0; while [ $i -lt ${seconds * 20} ]; do sleep 0.05; i=$((i+1)); done; echo end; exit 9'`;
};

const wait = (ms: number) => new Promise(resolve => setTimeout(resolve, ms));

/** Starts a script, and acts once its first output is there and a little time has passed. */
async function during(script: string, delayMs: number, act: (child: ChildProcess) => void): Promise<Result> {
  const child = startScript(script);
  const result = resultOf(child);
  await new Promise(resolve => child.stdout?.once('data', resolve));
  await wait(delayMs);
  act(child);
  return result;
}

describe.runIf(process.platform !== 'win32')('a signal', () => {
  it.each(['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGQUIT', 'SIGUSR1', 'SIGUSR2'] as const)(
    '%s sent to us reaches the child once, and what it prints then is shown',
    async signal => {
      for (const delayMs of [0, 200]) {
        const run = await during(`exec $W -- ${counting(0.7)}`, delayMs, child => child.kill(signal));
        expect([run.out, run.code]).toEqual([`ready\n${signal.slice(3)}\nend\n`, 9]);
      }
    },
  );

  it.each(['SIGINT', 'SIGTERM', 'SIGQUIT'] as const)(
    '%s sent to our whole group reaches the child once',
    async signal => {
      const run = await during(`exec $W -- ${counting(0.7)}`, 200, child => process.kill(-(child.pid ?? 0), signal));
      expect([run.out, run.code]).toEqual([`ready\n${signal.slice(3)}\nend\n`, 9]);
    },
  );

  it('sent to the group again and again reaches the child as often', async () => {
    const run = await during(`exec $W -- ${counting(1.5)}`, 200, async child => {
      for (let times = 0; times < 4; times += 1) {
        process.kill(-(child.pid ?? 0), 'SIGUSR1');
        await wait(250);
      }
    });
    expect(run.out).toBe(`ready\n${'USR1\n'.repeat(4)}end\n`);
  });

  it('of timeout, which goes to us and to the group, reaches the child once and is not a second SIGINT', async () => {
    const run = await during(`timeout -s INT 1.5 $W -- ${counting(3)}`, 0, () => undefined);
    expect(run.out).toBe('ready\nINT\nend\n');
    const term = await during(`timeout 1.5 $W -- sh -c 'echo ready; sleep 20'`, 0, () => undefined);
    expect([term.out, term.code]).toEqual(['ready\n', 124]);
  });

  it('that kills the child ends us in the same way', async () => {
    const run = await during(`exec $W -- sh -c 'echo ready; exec sleep 20'`, 100, child => child.kill('SIGTERM'));
    expect([run.out, run.signal]).toEqual(['ready\n', 'SIGTERM']);
  });

  it('SIGINT, sent a second time, ends our waiting', async () => {
    const started = performance.now();
    const run = await during(`exec $W -- sh -c 'trap "" INT; echo ready; sleep 40'`, 100, async child => {
      child.kill('SIGINT');
      await wait(300);
      child.kill('SIGINT');
    });
    expect([run.out, run.signal, performance.now() - started < 20_000]).toEqual(['ready\n', 'SIGINT', true]);
  });

  it('SIGINT, sent twice to a child that ends by the second, leaves the child the last word', async () => {
    // A shell that waits answers at once, however busy the machine is.
    const child = `sh -c 'n=0; sleep 30 >/dev/null 2>&1 & trap "n=\\$((n+1)); echo \\$n; if test \\$n = 2; then kill $!; exit 3; fi" INT; echo ready; while :; do wait; done'`;
    const run = await during(`exec $W -- ${child}`, 100, async running => {
      const said = new Promise(resolve => running.stdout?.once('data', resolve));
      running.kill('SIGINT');
      // A shell that is slow to wake would take both for one.
      await Promise.all([said, wait(300)]);
      running.kill('SIGINT');
    });
    expect([run.out, run.code]).toEqual(['ready\n1\n2\n', 3]);
  });

  it('SIGTSTP stops child and wrapper, and SIGCONT wakes both', async () => {
    // a shell with job control, or the system would not stop anything: nobody could wake it
    const run = await during(
      `set -m; $W -- sh -c 'echo ready; i=0; while [ $i -lt 40 ]; do sleep 0.05; i=$((i+1)); done; echo end' & sleep 1.2
       kill -TSTP $!; sleep 1; ps -o stat= -p $! | cut -c1; ps -o stat=,comm= --ppid $! | grep sh | cut -c1; kill -CONT $!; while kill -0 $!; do sleep 0.1; done 2>/dev/null; wait $!; echo $?`,
      0,
      () => undefined,
    );
    expect(run.out).toBe('ready\nT\nT\nend\n0\n');
  });
});
