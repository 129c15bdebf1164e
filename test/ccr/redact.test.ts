/** ccr.secrets = redact: asterisks in the place of secrets, and all else as it was. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { encodeHeader, HEADER_BYTES } from '../../src/ccr/entry.js';
import { openEntry } from '../../src/ccr/read.js';
import { openRecorder } from '../../src/ccr/recorder.js';
import { Redactor } from '../../src/ccr/redact.js';
import { secretIn } from '../../src/ccr/secrets.js';
import { PLANTED, randomChars } from './planted.js';
import { collect, freshStore } from './store.js';

/** A key's first line is no secret in itself: what follows it is. */
const words = Object.entries(PLANTED).filter(([, secret]) => !secret.startsWith('-----'));
const LINES = Array.from({ length: 30 }, (_, at) => `2026-01-01 INFO request ${at} took ${at * 7} ms\n`).join('');

/** Stores a text in pieces, and gives what comes back. */
async function stored(raw: Buffer, cuts: readonly number[]) {
  const options = freshStore({ secrets: 'redact' });
  const recorder = openRecorder(options);
  let from = 0;
  for (const to of [...cuts, raw.length]) {
    recorder.write(raw.subarray(from, to));
    expect(recorder.accept()).toBe(true);
    from = to;
  }
  const recovery = recorder.keep({ program: 'x' });
  const entry = openEntry(options.dir, recovery?.token ?? '');
  return { bytes: await collect(entry.stream()), redacted: entry.redacted, isPrefix: entry.isPrefix };
}

const longestWord = (secret: string): string =>
  secret.split(/[^A-Za-z0-9]/).reduce((longest, word) => (word.length > longest.length ? word : longest));

function expectNothingOf(secret: string, text: string): void {
  const word = longestWord(secret);
  for (let at = 0; at + 8 <= word.length; at += 1) expect(text.includes(word.slice(at, at + 8))).toBe(false);
}

test.each(words)('%s is replaced, and nothing but it, wherever the bytes are cut', async (_name, secret) => {
  const [before, line, after] = [LINES, `export TOKEN=${secret} # here\n`, LINES];
  const raw = Buffer.from(before + line + after);
  const cuts = fc.uniqueArray(fc.integer({ min: 1, max: raw.length - 1 }), { maxLength: 5 });
  await fc.assert(
    fc.asyncProperty(cuts, async far => {
      const { bytes, redacted } = await stored(
        raw,
        [...far].sort((a, b) => a - b),
      );
      const text = bytes.toString('latin1');
      expect(redacted).toBe(1);
      expect(text.slice(0, before.length + 'export TOKEN='.length)).toBe(`${before}export TOKEN=`);
      expect(text.slice(-after.length - ' # here\n'.length)).toBe(` # here\n${after}`);
      expect(bytes.length).toBe(raw.length);
      expectNothingOf(secret, text);
      expect(secretIn(bytes)).toBe(undefined);
    }),
    { numRuns: 5 },
  );
});

test.each(words)('%s is replaced in UTF-16', async (_name, secret) => {
  const raw = Buffer.from(`a\nkey: ${secret} and\nmore\n`, 'utf16le');
  const text = (await stored(raw, [])).bytes.toString('utf16le');
  expectNothingOf(secret, text);
  expect(text).toMatch(/^a\nkey: [^\n]*\*{8}[^\n]* and\nmore\n$/);
});

describe('a private key', () => {
  const body = Array.from({ length: 8 }, (_, at) => randomChars(at === 7 ? 20 : 64, `key ${at}`));
  const [begin, end] = [`-----BEGIN RSA ${'PRIVATE'} KEY-----`, `-----END RSA ${'PRIVATE'} KEY-----`];

  test('is replaced from its first line to its last, wherever the bytes are cut', async () => {
    const raw = `before\n${begin}\nProc-Type: 4,ENCRYPTED\n\n${body.join('\n')}\n${end}\nafter\n`;
    for (const cuts of [[], [20], [50, 100, 300], Array.from({ length: raw.length - 1 }, (_, at) => at + 1)]) {
      const { bytes, redacted } = await stored(Buffer.from(raw), cuts);
      expect(redacted).toBe(1);
      const stars = [22, 0, ...body.map(line => line.length)].map(count => '*'.repeat(count));
      expect(bytes.toString()).toBe(`before\n${begin}\n${stars.join('\n')}\n${end}\nafter\n`);
    }
  });

  test('in one line of JSON too', async () => {
    const raw = `{"private_key":"${begin}\\n${body.join('\\n')}\\n${end}\\n","id":7}\n`;
    const text = (await stored(Buffer.from(raw), [])).bytes.toString();
    expect(text).toMatch(
      /^\{"private_key":"-----BEGIN RSA PRIVATE KEY-----\*+-----END RSA PRIVATE KEY-----\\n","id":7\}\n$/,
    );
  });

  test('that is only named takes nothing with it', async () => {
    const raw = `if (text.includes('${begin}'))\n  return isKey(text, { strict: true });\n\nnext();\n`;
    expect((await stored(Buffer.from(raw), [])).bytes.toString()).toBe(raw);
  });
});

test('in a line of many megabytes: replaced, or the end of what is stored', async () => {
  const secret = PLANTED['GitHub token'] ?? '';
  for (const shift of [0, 1, 17, 39, 40, 41, 60]) {
    const raw = Buffer.from(`${'x y '.repeat(3 * 16_384).slice(shift)}${secret} ${'y z '.repeat(50_000)}`);
    const cuts = Array.from({ length: Math.floor(raw.length / 65_536) }, (_, at) => (at + 1) * 65_536);
    const options = freshStore({ secrets: 'redact' });
    const recorder = openRecorder(options);
    let from = 0;
    for (const to of [...cuts, raw.length]) {
      recorder.write(raw.subarray(from, to));
      recorder.accept();
      from = to;
    }
    const entry = openEntry(options.dir, recorder.keep({ program: 'x' })?.token ?? '');
    const text = (await collect(entry.stream())).toString();
    expect(secretIn(Buffer.from(text))).toBe(undefined);
    if (!entry.isPrefix) expectNothingOf(secret, text);
    expect(entry.isPrefix ? entry.isBeforeSecret : entry.redacted === 1).toBe(true);
    expect(text.length).toBe(entry.isPrefix ? entry.bytes : raw.length);
  }
});

test('what holds none is given on as it is, the very same bytes', () => {
  const bytes = Buffer.from(LINES);
  expect(new Redactor().mask(bytes)).toBe(bytes);
});

test('the header holds all that can be said of an original', () => {
  const most = Number.MAX_SAFE_INTEGER;
  const header = encodeHeader({
    sha256: 'f'.repeat(64),
    bytes: most,
    lines: most,
    createdMs: most,
    program: 'p'.repeat(40),
    isPrefix: true,
    isBeforeSecret: true,
    redacted: most,
    frames: { count: 9_999_999, crc: 2 ** 32 - 1, storedBytes: most },
    gaps: { bytes: 9_999_999, hash: 'f'.repeat(16), isCut: false },
  });
  expect(header).toHaveLength(HEADER_BYTES);
  expect(header.toString('latin1')).toMatch(/\} *\n$/);
});
