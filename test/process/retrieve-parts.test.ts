/** Parts of originals: what was left out, what stands around a line, several originals, an answer in JSON. */
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { folder, script, tinyjuice, tokenIn } from './cli.js';
import { noisyLog } from './samples.js';

const text = noisyLog(3_000);
const lines = text.split('\n').slice(0, -1);
const reduced = (await tinyjuice(['reduce', '--max-chars', '600'], { input: text })).text;
const token = tokenIn(reduced);
const others = noisyLog(2_500);
const other = tokenIn((await tinyjuice(['reduce', '--max-chars', '600'], { input: others })).text);

/** The lines that the marks of an output name. */
const gapsOf = (out: string) =>
  [...out.matchAll(/^\[\.\.\. lines? (\d+)(?:-(\d+))?\]$/gm)].map(([, from, to]) => ({
    from: Number(from),
    to: Number(to ?? from),
  }));

const numbered = (from: number, to: number) =>
  lines
    .slice(from - 1, to)
    .map((line, at) => `${from + at}:${line}\n`)
    .join('');

describe('--hidden', () => {
  test('gives what the marks name, with its numbers, and nothing else', async () => {
    const gaps = gapsOf(reduced);
    expect(gaps.length).toBeGreaterThan(1);
    const run = await tinyjuice(['retrieve', token, '--hidden']);
    expect(run).toMatchObject({ code: 0, err: '' });
    expect(run.text).toBe(gaps.map(({ from, to }) => numbered(from, to)).join('--\n'));
  });

  test('and what is shown make the original', async () => {
    const { text: hidden } = await tinyjuice(['retrieve', token, '--hidden']);
    const out = new Set(reduced.split('\n'));
    const left = new Map(
      [...hidden.matchAll(/^(\d+):(.*)$/gm)].map(([, number, line]) => [Number(number), line ?? ''] as const),
    );
    const lost = lines.filter((line, at) => !out.has(line) && left.get(at + 1) !== line);
    expect(lost).toEqual([]);
  });

  test('of the last reduction, where there were several', async () => {
    const env = { XDG_CACHE_HOME: join(folder, 'twice') };
    await tinyjuice(['reduce', '--max-chars', '600'], { input: text, env });
    const { text: again } = await tinyjuice(['reduce', '--max-chars', '2000'], { input: text, env });
    expect(tokenIn(again)).toBe(token);
    const { text: hidden } = await tinyjuice(['retrieve', token, '--hidden'], { env });
    expect(hidden).toBe(
      gapsOf(again)
        .map(({ from, to }) => numbered(from, to))
        .join('--\n'),
    );
  });

  test('of a page that is shown as text is not known by lines: said so, exit 3', async () => {
    const styles = Array.from({ length: 900 }, (_, at) => `.c${at}{margin:${at * 7}px;color:#${at + 100}}\n`).join('');
    const words = Array.from(
      { length: 60 },
      (_, at) => `<p class="text-block wide">Word ${at} of ${at * 31}</p>\n`,
    ).join('');
    const page = `<!doctype html><html><head><style>\n${styles}</style></head><body><h1>Title</h1>\n${words}</body></html>\n`;
    const run = await tinyjuice(['reduce'], { input: page });
    const of = tokenIn(run.text);
    expect(await tinyjuice(['retrieve', of, '--hidden'])).toMatchObject({
      code: 3,
      text: '',
      err: `tinyjuice: it is not known by lines what of ${of} was left out. All of it: tinyjuice retrieve ${of}\n`,
    });
    expect((await tinyjuice(['retrieve', of])).text).toBe(page);
  });
});

describe('--around', () => {
  test.each([
    ['1500', [], 1_495, 1_505],
    ['1500', ['--context', '2'], 1_498, 1_502],
    ['3', [], 1, 8],
    ['2999', ['--context', '0'], 2_999, 2_999],
    ['2999', [], 2_994, 3_000],
  ])('%s %j', async (line, more, from, to) => {
    const run = await tinyjuice(['retrieve', token, '--around', line, ...more]);
    expect(run).toMatchObject({ code: 0, err: '', text: `${lines.slice(from - 1, to).join('\n')}\n` });
  });

  test('of a line beyond the end says so, exit 3; of line 0 exit 2', async () => {
    expect(await tinyjuice(['retrieve', token, '--around', '9000'])).toMatchObject({
      code: 3,
      text: '',
      err: `tinyjuice: --around 9000: ${token} ends before. It has 3000 lines.\n`,
    });
    expect((await tinyjuice(['retrieve', token, '--around', '0'])).code).toBe(2);
  });
});

describe('several originals', () => {
  test('come one behind the other', async () => {
    expect((await tinyjuice(['retrieve', token, other])).text).toBe(text + others);
    expect((await tinyjuice(['retrieve', other, token, '--lines', '1'])).text).toBe(
      `${others.split('\n')[0]}\n${lines[0]}\n`,
    );
  });

  test('of which one is not there: the others come, exit 3', async () => {
    const run = await tinyjuice(['retrieve', 'tj_0000000000', token]);
    expect(run).toMatchObject({ code: 3, text });
    expect(run.err).toMatch(/^tinyjuice: no stored output has the token tj_0000000000\. [^\n]*\n$/);
  });

  test('of which one is no token: nothing comes, exit 2', async () => {
    for (const word of ['../../etc/passwd', 'TJ_7X3K9Q2MZV', 'tj_7x3k9q2mzｖ', 'x'.repeat(100_000), ''])
      expect(await tinyjuice(['retrieve', token, word])).toMatchObject({ code: 2, text: '' });
  });

  test('and a reader that stops early', async () => {
    expect(await script(`tj retrieve ${token} ${other} | head -1`)).toMatchObject({ text: `${lines[0]}\n`, err: '' });
  });
});

describe('--json', () => {
  const answer = async (...args: string[]) => {
    const { text: out, code } = await tinyjuice(['retrieve', token, '--json', ...args]);
    return { code, ...JSON.parse(out) };
  };

  test('gives the part and the size of the whole', async () => {
    const whole = { code: 0, found: true, token, bytes: Buffer.byteLength(text), lines: 3_000, isCut: false };
    expect(await answer('--lines', '2-3')).toEqual({ ...whole, text: `${lines[1]}\n${lines[2]}\n` });
    expect(await answer('--around', '2', '--context', '1')).toEqual({
      ...whole,
      text: `${lines.slice(0, 3).join('\n')}\n`,
    });
    expect(await answer('--grep', 'ERROR')).toEqual({ ...whole, text: `1501:${lines[1_500]}\n`, matches: 1 });
    expect((await answer('--hidden')).text).toBe((await tinyjuice(['retrieve', token, '--hidden'])).text);
  });

  test('says so in JSON too where there is nothing', async () => {
    const run = await tinyjuice(['retrieve', 'tj_0000000000', '--json']);
    expect(run.code).toBe(3);
    expect(JSON.parse(run.text)).toMatchObject({ found: false, code: 'NOT_FOUND' });
  });
});

test.each([
  [['--lines', '1', '--hidden'], '--lines and --hidden: give one of them.'],
  [['--around', '1', '--grep', 'x'], '--grep and --around: give one of them.'],
  [['--context', '1'], '--context: it goes with --grep or --around. Write --grep REGEX --context 3.'],
  [['--hidden', '--context', '1'], '--context: it goes with --grep or --around. Write --grep REGEX --context 3.'],
])('%j is refused', async (flags, message) => {
  expect(await tinyjuice(['retrieve', token, ...flags])).toMatchObject({
    code: 2,
    text: '',
    err: `tinyjuice: ${message}\n`,
  });
});
