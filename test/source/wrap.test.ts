import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { loadPty } from '../../src/source/pty.js';
import './built.js';
import { folder, resultOf, script, startScript } from './wrapped.js';

const hasPty = process.platform === 'linux' && loadPty(import.meta.url) !== undefined;
const wait = (ms: number) => new Promise(resolve => setTimeout(resolve, ms));

const passed = 'seq 200 | sed "s/.*/test module::case_& ... ok/"; echo; echo "test result: ok. 200 passed; 0 failed"';

describe('wrap', () => {
  it('reduces what the command prints and ends with its code', async () => {
    const run = await script(`$T wrap -- sh -c '${passed}; exit 42'; echo $?`);
    expect(run.out).toMatch(
      /^\[\.\.\. lines 1-200\]\n.*test result: ok\. 200 passed; 0 failed\n\[200 of 202 lines omitted: tinyjuice retrieve tj_\w+\]\n42\n$/s,
    );
  });

  it.each(['', '--raw ', '--profile light '])('%sgives a slow reader everything', async flags => {
    const run = await script(`$T wrap ${flags}-- sh -c 'seq 60000 | sed s/^/n/' | { sleep 0.7; tail -1; }`);
    expect(run.out).toMatch(/^n60000\n$|^\[\d+ of 60000 lines omitted/);
  });

  it('shows, reduced, what the command wrote before it was killed, and dies of the same signal', async () => {
    for (const signal of ['SIGKILL', 'SIGTERM', 'SIGSEGV'] as const) {
      const run = await script(
        `ulimit -c 0; exec $T wrap -- sh -c '${passed}; seq 60 | sed s/.*/same/; kill -${signal.slice(3)} $$'`,
      );
      expect([run.signal, run.err]).toEqual([signal, '']);
      expect(run.out).toMatch(/test result: ok\. 200 passed; 0 failed\nsame \[x60\]\n/);
    }
  });

  it('passes SIGTERM on and shows what the command says to it', async () => {
    const child = startScript(`exec $T wrap -- sh -c 'trap "echo bye; exit 9" TERM; echo go; sleep 20 & wait'`);
    const ended = resultOf(child);
    await wait(900);
    process.kill(child.pid ?? 0, 'SIGTERM');
    const run = await ended;
    expect([run.out, run.code, run.err]).toEqual(['go\nbye\n', 9, '']);
  });

  it('keeps stderr where the user sent it, and order where both are one', async () => {
    const both = `sh -c 'echo a; echo b >&2; echo c'`;
    expect((await script(`$T wrap -- ${both} 2>err.log`)).out).toBe('a\nc\n');
    expect(readFileSync(join(folder, 'err.log'), 'utf8')).toBe('b\n');
    expect(await script(`$T wrap -- ${both} 2>/dev/null`)).toMatchObject({ out: 'a\nc\n', err: '' });
    expect((await script(`$T wrap -- ${both} 2>&1`)).out).toBe('a\nb\nc\n');
    expect(await script(`$T wrap --stderr merge -- ${both} 2>/dev/null`)).toMatchObject({ out: 'a\nb\nc\n', err: '' });
    const apart = await script(`$T wrap --stderr separate -- ${both} 2>&1 >/dev/null`);
    expect(apart.out).toBe('b\n');
  });

  it('tells what is not there, or no program, as a shell does', async () => {
    writeFileSync(join(folder, 'plain'), '');
    const run = await script(`$T wrap -- no-such-command; echo $?; $T wrap -- ./plain; echo $?; $T wrap --; echo $?`);
    expect(run.out).toBe('127\n126\n2\n');
    expect(run.err).toMatch(
      /^tinyjuice: no-such-command: [^\n]*\ntinyjuice: \.\/plain: [^\n]*\ntinyjuice: wrap: no command is given[^\n]*\n$/,
    );
  });

  it('runs words as they are, and a string by $SHELL -c', async () => {
    const words = await script(`$T wrap -- printf '%s\\n' "a b" 'c;echo X' '$(id)' '*' ''`);
    expect(words.out).toBe('a b\nc;echo X\n$(id)\n*\n\n');
    expect(
      (await script(`SHELL=/bin/bash $T wrap -c 'echo $BASH_VERSION | wc -l && [[ a == a ]] && echo b'`)).out,
    ).toBe('1\nb\n');
  });

  it('ends without a word when the reader has gone', async () => {
    const run = await script(`$T wrap -- seq 3000000 | head -1; $T wrap --raw -- yes | head -1`);
    expect([run.out, run.err, run.ms < 30_000]).toEqual(['1\ny\n', '', true]);
  });

  it('writes the raw bytes of both outputs into the file of --tee', async () => {
    await script(
      `$T wrap --tee teed -- sh -c 'printf "\\033[1mbold\\033[0m\\r\\n"; seq 3000; sleep 0.2; echo err >&2'`,
    );
    const numbers = Array.from({ length: 3_000 }, (_, i) => `${i + 1}\n`).join('');
    expect(readFileSync(join(folder, 'teed'), 'latin1')).toBe(`\x1b[1mbold\x1b[0m\r\n${numbers}err\n`);
  });

  it('--json puts stdout and its report into one object', async () => {
    const run = await script(`$T wrap --json -- sh -c '${passed}; echo err >&2; exit 3'; echo $?`);
    const [json = '', code] = run.out.split('\n');
    const { inlineText, stats, compaction, recovery } = JSON.parse(json);
    expect(code).toBe('3');
    expect(run.err).toBe('err\n');
    expect(inlineText).toMatch(/test result: ok\. 200 passed; 0 failed\n/);
    expect([stats.rawLines, compaction.lossy, recovery.lines]).toEqual([202, true, 202]);
    const raw = await script(`$T wrap --raw --json -- printf 'a\\nb'`);
    expect(JSON.parse(raw.out)).toMatchObject({ inlineText: 'a\nb', stats: { rawBytes: 3, reducedBytes: 3 } });
  });

  it('gives binary through as it is', async () => {
    writeFileSync(join(folder, 'binary'), Buffer.from(Array.from({ length: 70_000 }, (_, i) => (i * 7_919) % 251)));
    for (const flags of ['', '--raw ', '--profile light ']) {
      const run = await script(`$T wrap ${flags}-- cat binary | cmp - binary && echo same`);
      expect(run.out).toBe('same\n');
      const zipped = await script(`$T wrap ${flags}-- gzip -nc binary | cmp - <(gzip -nc binary) && echo same`);
      expect(zipped.out).toBe('same\n');
    }
  });

  it.skipIf(process.platform !== 'linux')(
    'leaves nothing out where no folder can be made for originals, and ends',
    async () => {
      const run = await script(
        `XDG_CACHE_HOME=/proc/none timeout -s KILL 20 $T wrap -- sh -c 'seq 30000; exit 5' | { cmp - <(seq 30000) && echo same; }; echo \${PIPESTATUS[0]}`,
      );
      expect(run.out).toBe('same\n5\n');
      expect(run.err).toMatch(/^tinyjuice: the recovery store failed \([^\n]*ENOENT[^\n]*\n$/);
    },
  );

  it('does not wait for a background process, which lives on', async () => {
    const run = await script(`$T wrap -- sh -c 'sleep 60 & echo started'`);
    expect([run.out, run.ms < 20_000]).toEqual(['started\n', true]);
    await script(
      `$T wrap -- sh -c '(for i in 1 2 3 4 5 6; do echo tick || exit 3; sleep 0.5; done; echo ended 0 > grandchild) & echo started'`,
    );
    await wait(4_000);
    expect(readFileSync(join(folder, 'grandchild'), 'utf8')).toBe('ended 0\n');
  });

  it('runs twenty times at once', async () => {
    const run = await script(
      `for i in $(seq 20); do ($T wrap -- sh -c "seq 1000 | tail -1; exit $i"; echo $i $?) & done; wait`,
    );
    const ends = run.out.split('\n').filter(line => / /.test(line));
    expect(ends.sort()).toEqual(Array.from({ length: 20 }, (_, i) => `${i + 1} ${i + 1}`).sort());
  });

  it.runIf(hasPty)('--pty reduces what a terminal would show', async () => {
    const run = await script(`$T wrap --pty -- sh -c 'test -t 1 && for i in $(seq 120); do echo same; done'`);
    expect(run.out).toBe('same [x120]\r\n');
  });
});
