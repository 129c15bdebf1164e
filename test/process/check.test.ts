import { mkdtempSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { recordings } from '../support/recordings.js';
import { fileOf, folder, script, tinyjuice } from './cli.js';
import { hardContents, noisyLog } from './samples.js';

const raw = noisyLog(3_000);
const rawFile = fileOf('raw.txt', raw);
const out = (await tinyjuice(['reduce', rawFile])).text;

const check = (text: string) => tinyjuice(['check', rawFile, fileOf('out.txt', text)]);

describe('check accepts what reduce makes', () => {
  test('of a log', async () => {
    const run = await check(out);
    expect(run).toMatchObject({ code: 0, err: '' });
    expect(run.text).toMatch(/^holds: \d+ lines shown, \d+ left out\n$/);
  });

  // Of all recordings it is asked in process, with the invariants.
  test.each(recordings.filter((_, at) => at % 40 === 0))('of $name', async ({ raw: content }) => {
    const path = fileOf('recording.txt', content);
    const run = await script(`tj reduce ${path} > reduced.txt && tj check ${path} reduced.txt`);
    expect({ code: run.code, said: run.code === 0 ? '' : run.text + run.err }).toEqual({ code: 0, said: '' });
  });

  test.each(Object.entries(hardContents))('of %s', async (_name, content) => {
    const path = fileOf('hard.txt', content);
    const run = await script(`tj reduce ${path} > reduced.txt && tj check ${path} reduced.txt`);
    expect({ code: run.code, said: run.code === 0 ? '' : run.text }).toEqual({ code: 0, said: '' });
  });

  test('of a copy', async () => {
    expect((await check(raw)).code).toBe(0);
  });
});

describe('check reads pipes as it reads files', () => {
  test.each(['tj check - "$OUT" < "$RAW"', 'cat "$OUT" | tj check "$RAW" -', 'tj check <(cat "$RAW") <(cat "$OUT")'])(
    '%s',
    async command => {
      const temporary = mkdtempSync(join(folder, 'temporary-'));
      const raw = noisyLog(30_000);
      const run = await tinyjuice(['reduce'], { input: raw });
      const env = { TMPDIR: temporary, RAW: fileOf('piped.raw', raw), OUT: fileOf('piped.out', run.text) };
      expect(await script(command, { env })).toMatchObject({
        code: 0,
        text: expect.stringMatching(/^holds: /),
        err: '',
      });
      const lying = fileOf('piped.lie', run.text.replace('worker', 'WORKER'));
      expect((await script(command, { env: { ...env, OUT: lying } })).code).toBe(1);
      expect(readdirSync(temporary)).toEqual([]);
    },
  );
});

describe('check rejects with 1, and names the line and what is wrong', () => {
  const lines = out.split('\n');
  const gapAt = lines.findIndex(line => /^\[\.\.\. lines \d+-\d+\]$/.test(line));
  const footerAt = lines.length - 2;
  const change = (at: number, edit: (line: string) => string | readonly string[]): string =>
    lines.flatMap((line, index) => (index === at ? edit(line) : line)).join('\n');

  test('the sample has a gap and a footer', () => {
    expect(gapAt).toBeGreaterThan(0);
    expect(lines[footerAt]).toMatch(/^\[\d+ of \d+ lines omitted: tinyjuice retrieve tj_\w+\]$/);
  });

  test.each([
    ['a tampered line', change(0, line => line.replace('INFO', 'WARN')), 1],
    ['an invented line', change(0, line => [line, 'all 12 tests passed']), 2],
    ['a line that is missing without a mark', change(0, () => []), 1],
    ['two lines that changed places', [lines[1], lines[0], ...lines.slice(2)].join('\n'), 1],
    ['a gap that begins too soon', change(gapAt, line => line.replace(/\d+/, n => String(Number(n) - 1))), gapAt + 1],
    [
      'a gap that ends too soon',
      change(gapAt, line => line.replace(/\d+\]/, n => `${Number.parseInt(n, 10) - 1}]`)),
      undefined,
    ],
    ['a gap that was taken out', change(gapAt, () => []), gapAt + 1],
    [
      'a wrong count in the footer',
      change(footerAt, line => line.replace(/\d+/, n => String(Number(n) + 1))),
      footerAt + 1,
    ],
    ['a wrong total in the footer', change(footerAt, line => line.replace(/of \d+/, 'of 9')), footerAt + 1],
    ['the token of something else', change(footerAt, line => line.replace(/tj_\w+/, 'tj_0000000000')), footerAt + 1],
    ['no footer', change(footerAt, () => []), footerAt + 1],
    ['a line below the footer', `${out}done\n`, footerAt + 2],
    ['a cut end', lines.slice(0, gapAt).join('\n'), undefined],
    ['nothing at all', '', 1],
  ])('%s', async (_name, text, line) => {
    const run = await check(text);
    expect({ code: run.code, err: run.err }).toEqual({ code: 1, err: '' });
    expect(run.text).toMatch(
      line === undefined ? /^\S+out\.txt:\d+: .+\n$/ : new RegExp(`^\\S+out\\.txt:${line}: .+\\n$`),
    );
  });

  test('a wrong count of equal lines', async () => {
    const repeated = fileOf('repeated.txt', `${'the same line\n'.repeat(60)}the end\n`);
    const good = (await tinyjuice(['reduce', repeated])).text;
    expect(good).toContain('[x60]');
    for (const [text, code] of [
      [good, 0],
      [good.replace('[x60]', '[x59]'), 1],
      [good.replace('[x60]', '[x61]'), 1],
    ] as const)
      expect((await tinyjuice(['check', repeated, fileOf('out.txt', text)])).code).toBe(code);
  });

  test('a wrong count of what passed', async () => {
    const passed = Array.from({ length: 200 }, (_, i) => `ok ${i + 1} - case ${i + 1}\n`).join('');
    const tests = fileOf('tests.txt', `${passed}ERROR: disk failed at a.c:3\n`);
    const good = (await tinyjuice(['reduce', tests])).text;
    expect(good).toContain('[counted: 200 "ok"]\n');
    for (const [text, code] of [
      [good, 0],
      [good.replace('200 "ok"', '2 "ok"'), 1],
      [good.replace('200 "ok"', '201 "ok"'), 1],
      [good.replace('200 "ok"', '200 "PASS"'), 1],
      [good.replace('200 "ok"', '200 "ok", 3 "PASS"'), 1],
      [good.replace('[counted: 200 "ok"]\n', ''), 1],
    ] as const)
      expect([text, (await tinyjuice(['check', tests, fileOf('out.txt', text)])).code]).toEqual([text, code]);
  });

  test('errors that are left out and counted too low, or not at all', async () => {
    const errors = Array.from({ length: 400 }, (_, i) => `ERROR: disk ${i} failed at a.c:${i}\n`).join('');
    const log = fileOf('errors.txt', errors);
    const good = (await tinyjuice(['reduce', '--max-chars', '700', log])).text;
    const counted = Number(/^\[counted: (\d+) "error"\]$/m.exec(good)?.[1]);
    expect(counted).toBeGreaterThan(300);
    const mark = `[counted: ${counted} "error"]`;
    for (const [text, code] of [
      [good, 0],
      [good.replace(mark, `[counted: ${counted - 1} "error"]`), 1],
      [good.replace(mark, `[counted: ${counted + 1} "error"]`), 1],
      [good.replace(`${mark}\n`, ''), 1],
    ] as const)
      expect([text, (await tinyjuice(['check', log, fileOf('out.txt', text)])).code]).toEqual([text, code]);
  });

  test('a kind of error whose recap has gone', async () => {
    const words = ['disk', 'net', 'lock', 'cache', 'queue', 'index'];
    const line = (i: number) => `ERROR: ${words[i % 6]} ${words[(i >> 3) % 6]} broke down at node ${i}\n`;
    const log = fileOf('kinds.txt', Array.from({ length: 2_000 }, (_, i) => line(i)).join(''));
    const good = (await tinyjuice(['reduce', log])).text;
    const recap = /^\[x\d+ lines \d+-\d+\] ERROR.*\n/m.exec(good)?.[0] ?? '';
    expect(recap).not.toBe('');
    expect((await tinyjuice(['check', log, fileOf('out.txt', good)])).code).toBe(0);
    expect((await tinyjuice(['check', log, fileOf('out.txt', good.replace(recap, ''))])).code).toBe(1);
  });

  test('--json says the same', async () => {
    const path = fileOf(
      'out.txt',
      change(0, line => line.replace('INFO', 'WARN')),
    );
    const run = await tinyjuice(['check', '--json', rawFile, path]);
    expect(run.code).toBe(1);
    expect(JSON.parse(run.text)).toMatchObject({ isTrue: false, violation: { line: 1 } });
  });
});
