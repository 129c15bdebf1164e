import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadPty } from '../../src/source/pty.js';
import { renderText } from '../../src/text/screen.js';
import './built.js';
import { openSession, type TerminalSession } from './terminal-session.js';
import { folder } from './wrapped.js';

const hasPty = process.platform === 'linux' && loadPty(import.meta.url) !== undefined;

const repeat = (count: number, text: string) => `for i in $(seq ${count}); do echo "${text}"; done`;

/** What a program that takes the terminal writes: codes before, in and behind it. */
const program = `printf "\\033[?1006;1000h\\033[?1049h\\033[?1h\\033[?25l"; printf "one\\n\\033[1;1Htwo\\033[K"; sleep 0.3; printf "\\033[?1l\\033[?1049l\\033[?25h\\033[?1006;1000l"`;
const shownOfProgram =
  '\x1b[?1006;1000h\x1b[?1049h\x1b[?1h\x1b[?25lone\r\n\x1b[1;1Htwo\x1b[K\x1b[?1l\x1b[?1049l\x1b[?25h\x1b[?1006;1000l';

describe.runIf(hasPty)('wrap at a terminal', () => {
  let session: TerminalSession;
  beforeAll(async () => {
    session = await openSession();
  });
  afterAll(() => session.close());

  it('reduces, with line ends that bring the cursor back, also behind marks', async () => {
    const tests = `${repeat(60, 'test module::case_$i ... ok')}; echo; echo "test result: ok. 60 passed; 0 failed"; exit 6`;
    const shown = await session.run(`$T wrap -- sh -c '${tests}'; echo $?`);
    expect(shown).toMatch(
      /^\[\.\.\. lines 1-60\]\r\n.*test result: ok\. 60 passed; 0 failed\r\n\[60 of 62 lines omitted: tinyjuice retrieve tj_\w{10}\]\r\n6\r\n$/s,
    );
    const block = await session.run(
      `$T wrap -- sh -c '${repeat(100, 'a')} ; for i in $(seq 100); do echo b; echo ccccccccccc; done'`,
    );
    expect(block).toBe('a [x100]\r\nb\r\nccccccccccc\r\n[2 lines above x100]\r\n');
  });

  it('gives the terminal raw and at once to a program that takes it, and reduces again behind', async () => {
    session.type(`$T wrap --tee tee -- sh -c '${repeat(90, 'above')}; ${program}; ${repeat(80, 'below')}; exit 3'\r`);
    const started = performance.now();
    expect(await session.see(/two\x1b\[K/)).toMatch(/^above \[x90\]\r\n\x1b/);
    expect(performance.now() - started).toBeLessThan(5_000);
    expect(await session.see(/ready> /)).toBe(`${shownOfProgram.split('two\x1b[K')[1]}below [x80]\r\nready> `);
    expect(await session.run('echo $?')).toBe('3\r\n');
    expect(readFileSync(join(folder, 'tee'), 'latin1')).toBe(
      `${'above\r\n'.repeat(90)}${shownOfProgram}${'below\r\n'.repeat(80)}`,
    );
  });

  it('leaves a note of such a program where our stdout is no terminal', async () => {
    await session.run(`$T wrap --pty -- sh -c 'echo above; ${program}; echo below' > file`);
    expect(readFileSync(join(folder, 'file'), 'latin1')).toMatch(/^above\r\n\[.*screen.*\]\r\nbelow\r\n$/);
  });

  it.each([
    ['vim', 'vim -u NONE -N new-file', /\x1b\[\?1049h.*~/s, ':q!\r', /\x1b\[\?1049l/],
    ['less', 'sh -c "seq 500 | less"', /\x1b\[\?1049h.*23/s, 'q', /\x1b\[\?1049l/],
    ['top', 'top -d 1', /\x1b\[\?1h.*PID/s, 'q', /\x1b\[\?1l/],
  ])('is %s for the one who uses it', async (_name, command, taken, quit, given) => {
    session.type(`$T wrap -- ${command}\r`);
    await session.see(taken);
    session.type(quit);
    expect(await session.see(/ready> /)).toMatch(given);
    expect(await session.run('echo $?')).toBe('0\r\n');
    expect(await session.run('stty -a')).toMatch(/ icanon .* isig|isig icanon/);
  });

  it('shows a prompt within 200 ms', async () => {
    session.type(`$T wrap -- sh -c 'echo go; sleep 1; printf "name? "; read name; echo "hello $name"'\r`);
    await session.see(/go\r\n/);
    const started = performance.now();
    await session.see(/name\? /);
    expect(performance.now() - started).toBeLessThan(3_000);
    session.type('you\r');
    expect(await session.see(/ready> /)).toBe('hello you\r\nready> ');
  });

  it('shows what answers to keys as it comes: an echo, an erased letter', async () => {
    await session.run('stty echo');
    session.type(`$T wrap -- sh -c 'printf "name? "; read name; ${repeat(60, 'hello $name')}'\r`);
    await session.see(/\nname\? /);
    for (const [key, shown] of [
      ['a', /a/],
      [' ', / /],
      ['x', /x/],
      ['\x7f', /\x08 \x08/],
      ['b', /b/],
    ] as const) {
      const started = performance.now();
      session.type(key);
      expect(await session.see(shown)).toHaveLength(shown.source.length > 1 ? 3 : 1);
      expect(performance.now() - started).toBeLessThan(5_000);
    }
    session.type('\r');
    // The idle timer may show the first lines one by one.
    expect(await session.see(/ready> /)).toMatch(/^\r\n(?:hello a b(?: \[x\d+\])?\r\n)+ready> $/);
    await session.run('stty -echo');
  });

  it.each([
    ['a return before each', String.raw`for i in 1 2 3; do printf "\rstep $i"; sleep 0.4; done; echo`, 'step 3'],
    [
      'a return behind each',
      String.raw`for i in 1 2 3; do printf "step $i\r"; sleep 0.4; done; echo; echo end`,
      'step 3\nend',
    ],
    ['frames', String.raw`echo a0; echo b0; for i in 1 2; do sleep 0.4; printf "\33[2Aa$i\nb$i\n"; done`, 'a2\nb2'],
  ])('leaves the last state of what is drawn again and again: %s', async (_name, script, last) => {
    const shown = await session.run(`$T wrap -- sh -c '${script}'`);
    const rows = renderText(shown).map(({ text }) => text);
    expect(rows.join('\n')).toBe(last);
  });

  it('says what it has to say itself on lines of its own', async () => {
    const shown = await session.run(`$T wrap --trace -- sh -c 'echo a; echo b'`);
    expect(shown).toMatch(/^a\r\nb\r\ntinyjuice: pty: matched[^\r\n]*\r\n(tinyjuice[^\r\n]*\r\n)+$/);
  });
});
