/** What looks like a secret never reaches the disk; what does not is stored as ever. */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { openEntry } from '../../src/ccr/read.js';
import { openRecorder, type StoreOptions } from '../../src/ccr/recorder.js';
import { secretIn } from '../../src/ccr/secrets.js';
import { projectRoot } from '../support/project.js';
import { recordings } from '../support/recordings.js';
import { PLANTED, randomChars } from './planted.js';
import { collect, draftsIn, freshStore, namesIn } from './store.js';

const kinds = Object.entries(PLANTED);
const LINES = Array.from({ length: 40 }, (_, at) => `2026-01-01 INFO request ${at} took ${at * 7} ms\n`);

/** Everything that lies in the store's folder, also what has no name of an entry. */
function allBytes({ dir }: StoreOptions): string {
  return readdirSync(dir, { recursive: true, encoding: 'utf8' })
    .map(name => join(dir, name))
    .filter(path => statSync(path).isFile())
    .map(path => readFileSync(path, 'latin1'))
    .join('\n');
}

/** No quarter of it may stand there: the beginning of most is no secret. */
function expectNothingOf(secret: string, stored: string): void {
  const from = Math.min(16, Math.floor(secret.length / 2));
  for (let at = from; at + 8 <= secret.length; at += 1) expect(stored.includes(secret.slice(at, at + 8))).toBe(false);
}

describe('each kind', () => {
  test.each(kinds)(
    '%s is found in a line, in JSON, behind a colour, in UTF-16, at the end of all',
    async (_name, secret) => {
      const lines = [
        `${secret}\n`,
        `key: ${secret} and more\n`,
        `{"value":"${secret}"}\n`,
        `\x1b[32m${secret}\x1b[0m\n`,
        `export X='${secret}'\r\n`,
        `last ${secret}`,
      ];
      for (const line of lines)
        expect([line, secretIn(Buffer.from(line, 'latin1')) !== undefined]).toEqual([line, true]);
      for (const content of [
        Buffer.from(`a\n${lines[1]}`, 'utf16le'),
        Buffer.from(`a\n${lines[1]}`, 'utf16le').swap16(),
      ]) {
        const recorder = openRecorder(freshStore());
        recorder.write(content);
        recorder.end?.();
        expect(recorder.accept()).toBe(false);
      }
    },
  );

  test.each(kinds)('%s never reaches the disk, wherever the bytes are cut', async (_name, secret) => {
    const before = Buffer.from(LINES.join(''));
    const raw = Buffer.concat([before, Buffer.from(`token ${secret} here\n`), before]);
    const cuts = fc.uniqueArray(fc.integer({ min: 1, max: raw.length - 1 }), { maxLength: 6 });
    const near = fc.integer({ min: before.length, max: before.length + secret.length + 8 });
    await fc.assert(
      fc.asyncProperty(cuts, near, async (far, close) => {
        const options = freshStore();
        const recorder = openRecorder(options);
        let from = 0;
        let accepted = 0;
        for (const to of [...far, close, raw.length].sort((a, b) => a - b)) {
          recorder.write(raw.subarray(from, to));
          if (recorder.accept()) accepted = raw.lastIndexOf('\n', to - 1) + 1;
          from = to;
        }
        recorder.end?.();
        expect(recorder.accept()).toBe(false);
        expect(recorder.failure?.message).toMatch(
          /^what looks like a secret \([A-Za-z ]+\) is not stored, see ccr\.secrets$/,
        );
        const recovery = recorder.keep({ program: 'x' });
        expectNothingOf(secret, allBytes(options));
        expect(draftsIn(options.dir)).toEqual([]);
        if (accepted === 0) return;
        expect(recovery?.isPrefix).toBe(true);
        expect(recovery?.bytes).toBeGreaterThanOrEqual(accepted);
        const kept = await collect(openEntry(options.dir, recovery?.token ?? '').stream());
        expect(kept.equals(raw.subarray(0, kept.length))).toBe(true);
      }),
      { numRuns: 15 },
    );
  });
});

test('a secret far into a large original: what was stored before stays, in frames', async () => {
  const options = freshStore();
  const recorder = openRecorder(options);
  const block = Buffer.from(
    Array.from({ length: 2_000 }, (_, at) => `line ${at} ${randomChars(20, `${at}`)}\n`).join(''),
  );
  for (let count = 0; count < 60; count += 1) await recorder.offer(block);
  expect(recorder.accept()).toBe(true);
  await recorder.offer(Buffer.from(`before\nand ${PLANTED['GitHub token']}\nafter\n`));
  expect(recorder.accept()).toBe(false);
  const recovery = recorder.keep({ program: 'x' });
  expect(recovery).toMatchObject({ bytes: 60 * block.length, isPrefix: true });
  const kept = await collect(openEntry(options.dir, recovery?.token ?? '').stream());
  expect(kept.includes(PLANTED['GitHub token'] ?? '')).toBe(false);
  expect(kept.subarray(0, block.length).equals(block)).toBe(true);
});

describe('a line that is longer than what is looked at in one piece', () => {
  const CHUNK = 65_536;
  const secret = PLANTED['GitHub token'] ?? '';

  /** Nothing of it may reach the disk, whether bytes are asked to be safe or not. */
  function expectHidden(kind: string, { chunks, shift, isWide }: { chunks: number; shift: number; isWide: boolean }) {
    const planted = PLANTED[kind] ?? '';
    const text = `${'x y '.repeat((chunks * CHUNK) / 4).slice(shift)}${planted} ${'y z '.repeat(50_000)}`;
    const raw = Buffer.from(text, isWide ? 'utf16le' : 'latin1');
    for (const isAccepted of [true, false]) {
      const options = freshStore();
      const recorder = openRecorder(options);
      recorder.write(Buffer.from('first\n'));
      expect(recorder.accept()).toBe(true);
      for (let at = 0; at < raw.length; at += CHUNK) {
        recorder.write(raw.subarray(at, at + CHUNK));
        if (isAccepted) recorder.accept();
      }
      recorder.end?.();
      expect(recorder.failure?.message).toMatch(/^what looks like a secret \(/);
      recorder.keep({ program: 'x' });
      expectNothingOf(planted, allBytes(options).replaceAll('\0', ''));
    }
  }

  test.each(kinds)('%s across a cut does not reach the disk', (kind, planted) => {
    const half = Math.ceil(planted.length / 2);
    for (const shift of [planted.length - 1, half]) expectHidden(kind, { chunks: 2, shift, isWide: shift === half });
  });

  test('nor in a line of which parts are left out before its end is known', () => {
    for (const shift of [0, 1, 17, 39, 40, 41]) expectHidden('GitHub token', { chunks: 18, shift, isWide: false });
  });

  test('what holds none is stored whole', async () => {
    const part = '{"url":"https://api.test/v1/items/4711?sort=up","hash":"da39a3ee5e6b4b0d3255bfef95601890afd80709"},';
    const raw = Buffer.from(part.repeat(30_000));
    const options = freshStore();
    const recorder = openRecorder(options);
    for (let at = 0; at < raw.length; at += CHUNK) {
      recorder.write(raw.subarray(at, at + CHUNK));
      expect([at, recorder.accept()]).toEqual([at, true]);
    }
    const { token = '' } = recorder.keep({ program: 'x' }) ?? {};
    expect((await collect(openEntry(options.dir, token).stream())).equals(raw)).toBe(true);
  });

  test('with ccr.secrets = redact, all else of it is stored', async () => {
    for (const shift of [0, 1, 17, 39, 40, 41, 60]) {
      const raw = Buffer.from(`${'x y '.repeat(3 * 16_384).slice(shift)}${secret} ${'y z '.repeat(50_000)}`);
      const options = freshStore({ secrets: 'redact' });
      const recorder = openRecorder(options);
      for (let at = 0; at < raw.length; at += CHUNK) recorder.write(raw.subarray(at, at + CHUNK));
      const entry = openEntry(options.dir, recorder.keep({ program: 'x' })?.token ?? '');
      const hidden = `${secret.slice(0, 4)}${'*'.repeat(secret.length - 4)}`;
      expect((await collect(entry.stream())).toString()).toBe(raw.toString().replace(secret, hidden));
    }
  });
});

test('ccr.secrets = store keeps all of it', async () => {
  const options = freshStore({ secrets: 'store' });
  const raw = Buffer.from(`${LINES.join('')}${PLANTED['GitHub token']}\n`);
  const recorder = openRecorder(options);
  recorder.write(raw);
  expect(recorder.accept()).toBe(true);
  const recovery = recorder.keep({ program: 'x' });
  expect((await collect(openEntry(options.dir, recovery?.token ?? '').stream())).equals(raw)).toBe(true);
  expect(namesIn(options.dir)).toEqual([recovery?.token]);
});

describe('no false alarm', () => {
  test.each([
    'AKIAIOSFODNN7EXAMPLE',
    `gh${'p_'}${'x'.repeat(36)}`,
    `gh${'p_'}abcdefghijklmnopqrstuvwxyz0123456789`,
    'task-sk-uuid, disk-usage, risk-assessment-of-the-whole-project-in-2026',
    'sk-learn, sk-toggleable__content, sk-estimator-doc-link-with-long-name',
    '550e8400-e29b-41d4-a716-446655440000 da39a3ee5e6b4b0d3255bfef95601890afd80709',
    'sha512-9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08AAAAAA==',
    'npm_config_registry npm_package_version npm_lifecycle_event_of_something_very_long',
    'https://github.com/a/b/pull/12 http://localhost:3000/@vite/client git+ssh://git@github.com:a/b.git',
    // biome-ignore lint/suspicious/noTemplateCurlyInString: as it stands in a script
    'postgres://user:password@localhost/db https://${USER}:${PASS}@host redis://:{{secret}}@host mysql://root:root@db',
    'http://user:***@proxy:8080 https://x:%s@host/ amqp://guest:guest@rabbit',
    'Authorization: Bearer <token> Authorization: Bearer YOUR_ACCESS_TOKEN Authorization: token expired',
    '-----BEGIN CERTIFICATE----- -----BEGIN PUBLIC KEY-----',
    'eyJ is how JSON begins; eyJhbGciOiJub25l',
    'hf_hub_download_with_a_very_long_name_indeed SG.MIN SG.max',
    'xoxb-your-token-here glpat-xxxxxxxxxxxxxxxxxxxx',
  ])('%s', text => {
    expect(secretIn(Buffer.from(text))).toBe(undefined);
  });

  test('on recordings of tools, sources of ours and of packages', () => {
    const files = ['src', 'rules', 'node_modules/typescript/lib', 'node_modules/vite/dist', 'node_modules/vitest/dist']
      .map(folder => join(projectRoot, folder))
      .flatMap(folder => readdirSync(folder, { recursive: true, encoding: 'utf8' }).map(name => join(folder, name)))
      .filter(
        path => /\.(?:[cm]?[jt]s|json|md)$/.test(path) && statSync(path).isFile() && statSync(path).size < 2_000_000,
      )
      .map(path => [path, readFileSync(path)] as const);
    const texts = [...files, ...recordings.map(({ name, raw }) => [name, Buffer.from(raw)] as const)];
    const lines = texts.reduce((sum, [, text]) => sum + text.toString('latin1').split('\n').length, 0);
    expect(lines).toBeGreaterThan(100_000);
    expect(texts.flatMap(([name, text]) => (secretIn(text) === undefined ? [] : [[name, secretIn(text)]]))).toEqual([]);
  });
});
