import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { folder, script, tinyjuice, tokenIn } from './cli.js';
import { hardContents, noisyLog } from './samples.js';

const storeOf = (cache: string): string => join(folder, cache, 'tinyjuice/ccr');

/** Reduces and gives the token. */
async function reduce(input: Buffer | string, env = {}): Promise<string> {
  return tokenIn((await tinyjuice(['reduce', '--max-chars', '600'], { input, env })).text);
}

const text = noisyLog(3_000);
const token = await reduce(text);

describe('the whole original', () => {
  test.each([
    ['text', Buffer.from(text)],
    ['CRLF', hardContents.crlf],
    ['invalid UTF-8', hardContents['invalid UTF-8']],
    ['no last newline', Buffer.from(text.slice(0, -1))],
    [
      'a NUL byte and colours',
      Buffer.from(text.replaceAll('worker', '\u001b[32mworker\u001b[0m').replace('job 7 ', 'job\0 7 ')),
    ],
    ['UTF-16', hardContents['a byte-order mark in UTF-16']],
  ])('%s comes back byte for byte', async (_name, content = Buffer.alloc(0)) => {
    const run = await tinyjuice(['retrieve', await reduce(content)]);
    expect({ code: run.code, err: run.err, isSame: run.out.equals(content) }).toEqual({
      code: 0,
      err: '',
      isSame: true,
    });
  });

  test('is there after 24 other runs, 12 of them at once', async () => {
    await script('for i in $(seq 12); do seq $i 9000 | tj reduce --max-chars 600 >/dev/null; done');
    await Promise.all(Array.from({ length: 12 }, (_, i) => reduce(noisyLog(1_000 + i))));
    expect((await tinyjuice(['retrieve', token])).text).toBe(text);
  });

  test('is the same token for the same bytes, another one for others', async () => {
    expect(await reduce(text)).toBe(token);
    expect(await reduce(`${text}more\n`)).not.toBe(token);
    expect(token).toMatch(/^tj_[0-9a-hjkmnp-tv-z]{10}$/);
  });

  test('goes to a reader that stops early, quietly', async () => {
    expect(await script(`tj retrieve ${token} | head -1`)).toMatchObject({
      text: text.slice(0, text.indexOf('\n') + 1),
      err: '',
    });
  });

  test('through a pipe into reduce comes out as it is, once', async () => {
    for (const part of ['', '--lines 1-1500']) {
      const given = await script(`tj retrieve ${token} ${part} | tj reduce`);
      expect(given).toMatchObject({ code: 0, err: '', text: (await script(`tj retrieve ${token} ${part}`)).text });
    }
    const json = await script(`tj retrieve ${token} | tj reduce --json`);
    expect(JSON.parse(json.text).compaction).toMatchObject({ applied: false, skipReason: 'given back' });
    // Not by what it says: the same bytes from elsewhere are reduced as ever.
    expect((await script(`tj retrieve ${token} | cat | tj reduce`)).text.length).toBeLessThan(text.length / 2);
  });

  test('fed in again is not reduced to something that points at itself', async () => {
    const run = await script(`tj retrieve ${token} | tj reduce --raw`);
    expect(run.text).toBe(text);
  });
});

describe('a part of it', () => {
  const lines = text.split('\n');

  test.each([
    ['45-164', 45, 164],
    ['1', 1, 1],
    ['2990-', 2_990, 3_000],
    ['2999-9999', 2_999, 3_000],
  ])('--lines %s', async (range, from, to) => {
    const run = await tinyjuice(['retrieve', token, '--lines', range]);
    expect(run.text).toBe(
      lines
        .slice(from - 1, to)
        .map(line => `${line}\n`)
        .join(''),
    );
  });

  test('--lines of what a gap names is what stood in the gap', async () => {
    const { text: out } = await tinyjuice(['reduce', '--max-chars', '600'], { input: text });
    const [mark, from, to] = /^\[\.\.\. lines (\d+)-(\d+)\]$/m.exec(out) ?? [];
    const gap = (await tinyjuice(['retrieve', token, '--lines', `${from}-${to}`])).text;
    const [above = '', below = ''] = out.split(`${mark}\n`);
    expect(text.startsWith(above + gap)).toBe(true);
    expect(text.slice((above + gap).length).split('\n')[0]).toBe(below.split('\n')[0]);
  });

  test.each([
    ['1-10', 0, 10],
    ['7', 6, 7],
    ['100-', 99, undefined],
  ])('--bytes %s', async (range, from, to) => {
    expect((await tinyjuice(['retrieve', token, '--bytes', range])).text).toBe(text.slice(from, to));
  });

  test('--bytes may cut a character', async () => {
    const content = Buffer.from('größe\n'.repeat(400));
    const run = await tinyjuice([
      'retrieve',
      await reduce(Buffer.concat([content, Buffer.from(text)])),
      '--bytes',
      '4',
    ]);
    expect(run.out).toEqual(content.subarray(3, 4));
  });

  test('--grep gives matching lines with their numbers', async () => {
    const run = await tinyjuice(['retrieve', token, '--grep', 'ERROR']);
    expect(run).toMatchObject({ code: 0, text: `1501:${lines[1_500]}\n`, err: '' });
  });

  test('--grep with --context, and blind to case', async () => {
    const run = await tinyjuice(['retrieve', token, '--grep', '(?i)error DB', '--context', '1']);
    expect(run.text).toBe(`1500-${lines[1_499]}\n1501:${lines[1_500]}\n1502-${lines[1_501]}\n`);
  });

  test('--grep without a match ends with 3 and says so', async () => {
    expect(await tinyjuice(['retrieve', token, '--grep', 'no such thing'])).toMatchObject({
      code: 3,
      text: '',
      err: `tinyjuice: --grep: no line of ${token} matches.\n`,
    });
  });

  test('a pattern that is none', async () => {
    // Also where there is nothing to look through.
    for (const each of [token, 'tj_0000000000']) {
      const run = await tinyjuice(['retrieve', each, '--grep', '(']);
      expect(run).toMatchObject({ code: 2, text: '' });
      expect(run.err).toMatch(/^tinyjuice: --grep: "\(" is not a regular expression: .*\.\n$/);
    }
  });
});

describe('what is not there', () => {
  test('a token that nobody stored ends with 3: how long originals are kept, and what to do', async () => {
    expect(await tinyjuice(['retrieve', 'tj_0000000000'])).toMatchObject({
      code: 3,
      text: '',
      err: 'tinyjuice: no stored output has the token tj_0000000000. Stored output is kept for 24 hours; run the command again.\n',
    });
  });

  test('a damaged original is refused, never shown', async () => {
    const env = { XDG_CACHE_HOME: join(folder, 'damaged') };
    const damaged = await reduce(noisyLog(2_000), env);
    const path = join(storeOf('damaged'), damaged);
    const bytes = readFileSync(path);
    bytes.write('X', bytes.length - 100);
    writeFileSync(path, bytes);
    const run = await tinyjuice(['retrieve', damaged], { env });
    expect(run).toMatchObject({ code: 70, text: '' });
    expect(run.err).toMatch(/^tinyjuice: the stored output tj_\w+ is damaged: [^\n]*\n$/);
  });
});

test('originals are private: folders 0700, files 0600, no content in a name', async () => {
  const env = { XDG_CACHE_HOME: join(folder, 'private') };
  const kept = await reduce(text, env);
  expect(readdirSync(storeOf('private'))).toContain(kept);
  expect(statSync(storeOf('private')).mode & 0o777).toBe(0o700);
  for (const name of readdirSync(storeOf('private'))) {
    const stats = statSync(join(storeOf('private'), name));
    expect(stats.mode & 0o777).toBe(stats.isDirectory() ? 0o700 : 0o600);
  }
});

describe('lines are those that the marks count', () => {
  const lines = text.split('\n').slice(0, -1);
  const utf16be = Buffer.from(`\ufeff${text}`, 'utf16le').swap16();

  test.each([
    ['UTF-16LE', Buffer.from(`\ufeff${text}`, 'utf16le'), '\n'],
    ['UTF-16BE', utf16be, '\n'],
    ['an old Mac', Buffer.from(text.replaceAll('\n', '\r')), '\r'],
  ])('%s', async (_name, content, end) => {
    const of = await reduce(content);
    const part = await tinyjuice(['retrieve', of, '--lines', '114-116']);
    expect(part).toMatchObject({
      code: 0,
      text: lines
        .slice(113, 116)
        .map(line => line + end)
        .join(''),
    });
    const found = await tinyjuice(['retrieve', of, '--grep', 'job 1234 ']);
    expect(found).toMatchObject({ code: 0, text: `1235:${lines[1_234]}\n` });
  });

  test.each([
    ['--lines', '5000-5010', '3000 lines'],
    ['--bytes', '9999999-', `${Buffer.byteLength(text)} bytes`],
  ])('%s %s is beyond the end: said so, exit 3', async (flag, range, size) => {
    const run = await tinyjuice(['retrieve', token, flag, range]);
    expect(run).toMatchObject({
      code: 3,
      text: '',
      err: `tinyjuice: ${flag} ${range}: ${token} ends before. It has ${size}.\n`,
    });
  });
});
