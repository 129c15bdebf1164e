import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { byteByByte, cutAt } from '../support/cuts.js';
import { checkTexts, reduce } from '../support/run.js';
import './built.js';
import { folder, script, startScript } from './wrapped.js';

const commands = [
  '::group::x',
  '::error file=src/a.c,line=3,col=7::no such name: b',
  '::add-mask::hunter2',
  '##[section]Start',
  '##vso[task.logissue type=error]it broke',
  "##teamcity[testFailed name='a' message='b']",
  '\x1b[0Ksection_start:1560896352:unit[collapsed=true]\r\x1b[0K\x1b[36;1mUnit tests\x1b[0m',
  'section_end:1560896353:unit\r\x1b[0K',
  'no line feed yet\x1b[0Ksection_end:1560896353:unit\r\x1b[0K',
  'travis_fold:start:build\r\x1b[0K',
];
const above = '\x1b[32mok\x1b[0m 1\nsame\nsame\n10 %\r90 %\n\x1b[1A\x1b[2Kdone\n';
const shownAbove = 'ok 1\nsame\nsame\ndone\n';

/** What a child shows that waits behind its command line until that line was read: `before` is what had come by then. */
async function readBeforeEnd(
  start: string,
  command: string,
): Promise<{ readonly before: string; readonly all: string }> {
  writeFileSync(join(folder, 'above'), `${above}${command}\n`);
  rmSync(join(folder, 'read'), { force: true });
  const child = startScript(start, { stdio: ['ignore', 'pipe', 'inherit'] });
  let all = '';
  let before = '';
  child.stdout?.setEncoding('utf8').on('data', chunk => {
    all += chunk;
    if (before !== '' || !all.includes(`${command}\n`)) return;
    before = all;
    writeFileSync(join(folder, 'read'), '');
  });
  await new Promise(resolve => child.on('close', resolve));
  return { before, all };
}

/** Ends when the line was read, and in 20 s at the latest, with another last line. */
const untilRead = 'for i in $(seq 400); do test -e read && echo end && exit; sleep 0.05; done; echo late';

describe('a line that a CI service acts on', () => {
  it.each(commands)('%j is shown as it was printed, and check agrees', async command => {
    const noise = Array.from({ length: 400 }, (_, i) => `   Compiling crate-${i} v0.1.${i}\n`).join('');
    for (const raw of [`${above}${command}\n${above}`, `${noise}${above}${command}\r\n${above}${noise}${command}\n`]) {
      const { text } = await reduce(raw);
      expect(text.replaceAll('\r\n', '\n').split(`${command}\n`)).toHaveLength(raw.length < 512 ? 2 : 3);
      expect((await checkTexts(raw, text)).violation).toBe(undefined);
    }
  });

  it('is neither folded, nor counted, nor dropped by a rule or as one of many of its kind', async () => {
    const log = Array.from(
      { length: 300 },
      (_, i) => `2024-01-01 10:00:00 INFO request ${i}\n::notice file=a.ts,line=${i}::note\n::debug::same\n`,
    ).join('');
    const npm = Array.from({ length: 90 }, (_, i) => `::warning::npm warn deprecated a@${i}\n`).join('');
    for (const [raw, options] of [
      [log, { exitCode: 0 }],
      [npm, { command: 'npm install' }],
      [log, { maxChars: 600 }],
    ] as const) {
      const { text } = await reduce(raw, options);
      const commandsOf = (all: string) => all.split('\n').filter(line => line.startsWith('::'));
      expect(commandsOf(text)).toEqual(commandsOf(raw));
      expect((await checkTexts(raw, text)).violation).toBe(undefined);
    }
  });

  it('does not make the output hang on how the input was cut', async () => {
    const parts = [above, commands[0], '\n', above.repeat(2), commands[6], '\n', 'x\n'.repeat(40)];
    const small = parts.join('');
    const large = `${'line of a build\n'.repeat(30)}${small}${'1 of 2 passed, again\n'.repeat(60)}${commands[1]}\n${small}`;
    for (const raw of [small.slice(0, 300), small, large].map(text => Buffer.from(text))) {
      const whole = await reduce(raw);
      expect((await reduce(byteByByte(raw))).text).toBe(whole.text);
      for (let at = 1; at < raw.length; at += 7) expect((await reduce(cutAt(raw, at))).text).toBe(whole.text);
    }
  });

  it('leaves an input of less than 512 bytes rendered only', async () => {
    const raw = `${commands[0]}\n${'a line that comes again\n'.repeat(15)}`;
    expect((await reduce(byteByByte(Buffer.from(raw)))).text).toBe(raw);
  });

  it('at the start of a long output does not hide from us which tool it is of', async () => {
    const suite = Array.from({ length: 80 }, (_, i) => `test module::case_${i} ... ok\n`).join('');
    const raw = `::group::cargo\n   Compiling demo v0.1.0 (/demo)\n    Finished test profile [unoptimized]\n     Running unittests src/lib.rs\n\nrunning 80 tests\n${suite}\ntest result: ok. 80 passed; 0 failed; 0 ignored; 0 measured; 0 filtered out; finished in 0.01s\n`;
    const { report } = await reduce(raw);
    expect(report.rule).toBe('tests/cargo-test');
    expect(report.outBytes).toBeLessThan(raw.length / 2);
  });

  it.each(['cat above', 'seq 3000 | sed "s/$/ lines/"; cat above'])(
    'is there at once, below all that came before: %s',
    async printing => {
      for (const start of [
        `$T wrap -- sh -c '${printing}; ${untilRead}'`,
        `(${printing}; ${untilRead}) | $T reduce -`,
      ]) {
        const { before, all } = await readBeforeEnd(start, '::group::x');
        expect(before).toMatch(new RegExp(`${shownAbove}::group::x\n$`));
        expect(all).toContain(`${shownAbove}::group::x\nend\n`);
      }
    },
  );

  it('is shown in TINYJUICE=light too', async () => {
    const run = await script(`cat above | TINYJUICE=light $T reduce - | tail -1`);
    expect(run.out).toBe('::group::x\n');
  });
});
