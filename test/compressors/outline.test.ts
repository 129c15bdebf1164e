/** Outlines of source code: every line is as it stood, every body is named by its lines, and nobody gets one unasked. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import ts from 'typescript';
import { describe, expect, test } from 'vitest';
import { hintOf } from '../../src/classify/hint.js';
import type { Taken } from '../../src/compressors/excerpt.js';
import code from '../../src/compressors/excerpts/code.js';
import { languagesOf } from '../../src/compressors/outline/tell-language.js';
import { projectRoot } from '../support/project.js';
import { checkTexts, type RunOptions, reduce, retrieve } from '../support/run.js';

/** Programs in each language, and what is shown of them. */
const samples = readFileSync(join(projectRoot, 'fixtures/outlines/samples.txt'), 'utf8')
  .split(/^=== /m)
  .slice(1)
  .map(sample => /^(\S+): (\S+)\n([\s\S]*)\n--- outline\n([\s\S]*)\n$/.exec(sample)?.slice(1) ?? [])
  .map(([name = '', file = '', text = '', outline = '']) => ({ name, file, text, outline }));

const isLate = (): boolean => false;
const take = (text: string, hints: object = {}) => code.take(text, { isLate, ...hints });

/** What is shown of a program, without its label. */
async function outlineOf(text: string, file?: string): Promise<string | undefined> {
  const taken = await take(text, { file });
  return taken === undefined || 'why' in taken ? undefined : taken.body;
}

describe.each(samples)('$name', ({ name, file, text, outline }) => {
  test('signatures stay, and bodies are named by their lines', async () => {
    expect(await outlineOf(text, file)).toBe(outline);
    const taken = await take(text, { file });
    expect(taken).toMatchObject({ about: `${name} outline, not editable`, total: text.split('\n').length });
  });

  test('is known by its looks', () => {
    expect(languagesOf(text, {}).map(each => each.name)).toContain(name);
  });

  test('whatever is cut off, each line that is shown is as it stood', async () => {
    for (let at = 1; at < 8; at += 1) {
      for (const cut of [text.slice(0, (text.length * at) / 8), text.slice((text.length * at) / 8)]) {
        const taken = await take(cut, { file });
        if (taken === undefined || 'why' in taken) continue;
        const { omitted, total } = taken;
        expect(await code.verify(cut, taken.about, taken.body)).toEqual({ omitted, total, unit: 'lines' });
      }
    }
  });
});

describe('sources of ours', () => {
  const folder = join(projectRoot, 'src/text');
  const files = readdirSync(folder).slice(0, 8);

  test.each(files)('%s: every function, method, class and type of the file is shown', async name => {
    const text = readFileSync(join(folder, name), 'utf8');
    const body = (await outlineOf(text.trimEnd(), name)) ?? text;
    const shown = new Set(body.split('\n'));
    const source = ts.createSourceFile(name, text, ts.ScriptTarget.Latest);
    const missing: string[] = [];
    for (const node of source.statements) {
      const line = text.split('\n')[source.getLineAndCharacterOfPosition(node.getStart(source)).line] ?? '';
      if (!shown.has(line)) missing.push(line);
    }
    expect(missing).toEqual([]);
  });
});

describe('what is broken', () => {
  const whole = 'function a(b) {\n  one(b);\n  two(b);\n  three(b);\n  return four(b);\n}\n';

  test('a body with an error in it stays, and others go', async () => {
    const text = `${whole}${whole.replace('two(b)', 'two(b))) {{')}}}\n${whole}`.trim();
    const body = (await outlineOf(text, 'x.js')) ?? '';
    expect(body.split('\n').filter(line => line.startsWith('[... lines'))).toEqual([
      '[... lines 2-6]',
      expect.stringMatching(/-19\]$/),
    ]);
    expect(body).toContain('two(b))) {{');
  });

  test.each([
    ['100,000 blocks in each other', '{\n'.repeat(100_000)],
    ['100,000 brackets', '('.repeat(100_000)],
    ['4,000 functions in each other', 'function f() {\n'.repeat(4_000) + '}\n'.repeat(4_000)],
    ['words', 'the tide book names no harbour twice\n'.repeat(2_000)],
    ['no text', '"\n'.repeat(4_000)],
  ])('%s end in time, with nothing lost', async (_what, text) => {
    const taken = await take(text.trimEnd(), { file: 'x.js' });
    if (taken === undefined || 'why' in taken) return;
    expect(await code.verify(text.trimEnd(), taken.about, taken.body)).toMatchObject({ omitted: taken.omitted });
  });

  test('a text that takes too long is given up', async () => {
    const isOver = (): boolean => true;
    expect(await code.take(whole.repeat(400), { file: 'x.js', isLate: isOver })).toBeUndefined();
  });

  test('a text with marks of ours in it stays', async () => {
    expect(await outlineOf(`${whole}[... lines 3-9]\n${whole}`, 'x.js')).toBeUndefined();
  });

  test.each([
    ['a language without a grammar', 'x.kt', '.kt'],
    ['a text of no language', undefined, 'not known'],
  ])('%s: it is said why', async (_what, file, why) => {
    expect(await take('the tide book\n'.repeat(200), { file })).toMatchObject({ why: expect.stringContaining(why) });
  });
});

describe('reduced', () => {
  const name = 'src/juice/document.ts';
  const source = readFileSync(join(projectRoot, name), 'utf8');
  const hint = hintOf({ outline: true, file: name });
  const lineCount = source.split('\n').length - 1;

  test('an outline leads back, holds, and stays as it is', async () => {
    const run = await reduce(source, { hint });
    const lines = run.text.split('\n');
    expect(lines[0]).toBe('[typescript outline, not editable]');
    const { omitted } = run.report;
    const count = omitted.reduce((sum, { from, to }) => sum + to - from + 1, 0);
    expect(lines.at(-2)).toBe(
      `[${count} of ${lineCount} lines omitted: tinyjuice retrieve ${run.report.recovery?.token}]`,
    );
    expect(lines.filter(line => /^\[\.\.\. line/.test(line))).toHaveLength(omitted.length);
    expect(run.report).toMatchObject({ isLossy: true, compressor: 'code' });
    expect((await retrieve(run)).toString()).toBe(source);
    const [first = { from: 0, to: 0 }] = omitted;
    const part = source.split('\n').slice(first.from - 1, first.to);
    expect((await retrieve(run, first)).toString()).toBe(`${part.join('\n')}\n`);
    expect(await checkTexts(source, run.out)).toEqual({
      isTrue: true,
      violation: undefined,
      shown: lineCount - count,
      omitted: count,
    });
    expect((await reduce(run.text, { hint })).text).toBe(run.text);
    expect((await reduce([Buffer.from(source.slice(0, 999)), Buffer.from(source.slice(999))], { hint })).text).toBe(
      run.text,
    );
  });

  test.each<[string, RunOptions]>([
    ['nobody asks for it', {}],
    ['a command reads the file', { command: `cat ${name}` }],
    ['its extension alone is said', { hint: hintOf({ extension: 'ts' }) }],
    ['nothing may be left out', { hint, profile: 'light' }],
    ['nothing can be stored', { hint, store: 'none' }],
    ['code is turned off', { hint, tuning: { turnedOff: ['code'] } }],
  ])('the text stays as it is where %s', async (_what, options) => {
    expect((await reduce(source, options)).text).toBe(source);
  });

  test.each<[string, RunOptions]>([
    ['reads it', { command: `sed -n 1,400p ${name}`, hint: hintOf({ kind: 'code' }) }],
    ['is not known', { hint: hintOf({ kind: 'code' }) }],
  ])('a caller who asks gets it, where the command %s', async (_what, options) => {
    expect((await reduce(source, options)).text).toMatch(/^\[typescript outline, not editable\]\n/);
  });

  test('stays whole where the store fails', async () => {
    const store = { dir: '/proc/none/there', ttlSecs: 1, maxEntries: 1, maxBytes: 1e9, now: () => 0 };
    const run = await reduce(source, { store, hint });
    expect(run.text).toBe(source);
    expect(run.warnings.join()).toMatch(/^the original could not be kept: /);
  });

  test('lines that end in CRLF, and a last one that does not end', async () => {
    const crlf = source.trimEnd().replaceAll('\n', '\r\n');
    const run = await reduce(crlf, { hint });
    expect(run.text.split('\n')[0]).toBe('[typescript outline, not editable]');
    expect((await checkTexts(crlf, run.out)).violation).toBeUndefined();
  });

  test('what is looked for is shown, and nothing goes for it', async () => {
    const text = source.trimEnd();
    const [plain, sought] = await Promise.all(
      ['', 'estimateTokens rival'].map(async query => (await take(text, { file: name, query })) as Taken),
    );
    expect(sought?.body).toContain('estimateTokens(rival.bytes');
    expect(plain?.body).not.toContain('estimateTokens(rival.bytes');
    const linesOf = (taken: Taken | undefined) => taken?.body.split('\n').filter(line => !line.startsWith('[...'));
    expect(linesOf(plain)?.filter(line => !linesOf(sought)?.includes(line))).toEqual([]);
    expect(await code.verify(text, sought?.about ?? '', sought?.body ?? '')).toMatchObject({
      omitted: sought?.omitted,
    });
  });

  test.each([
    ['a line changed', (text: string) => text.replace('\nimport ', '\nimpart ')],
    ['a line more', (text: string) => text.replace('\nimport ', '\nexport const a = 1;\nimport ')],
    ['a line less', (text: string) => text.replace(/\nimport .*/, '')],
    [
      'a signature left out',
      (text: string) =>
        text.replace(/\nfunction .*\n\[\.\.\. lines (\d+)-/, (_all, from) => `\n[... lines ${from - 1}-`),
    ],
    ['a mark gone', (text: string) => text.replace(/\n\[\.\.\. lines.*/, '')],
    [
      'another range',
      (text: string) => text.replace(/\[\.\.\. lines (\d+)-(\d+)\]/, (_all, a, b) => `[... lines ${a}-${b - 1}]`),
    ],
    ['another language', (text: string) => text.replace('typescript', 'cobol')],
    ['another count', (text: string) => text.replace(/\[\d+ of /, '[1 of ')],
    ['another token', (text: string) => text.replace(/tj_\w{10}/, 'tj_0000000000')],
    ['no footer', (text: string) => text.replace(/\[\d+ of .*\n$/, '')],
    ['a body that RAW does not have', (text: string) => text.replace(/\[\.\.\. lines .*\]/, '  return true;')],
  ])('check refuses %s', async (_what, edit) => {
    const { text: out } = await reduce(source, { hint });
    expect(edit(out)).not.toBe(out);
    expect((await checkTexts(source, edit(out))).isTrue).toBe(false);
  });

  test('check refuses whatever line is taken away', async () => {
    const lines = (await reduce(source, { hint })).text.split('\n');
    await fc.assert(
      fc.asyncProperty(fc.nat(lines.length - 2), async at => {
        const out = [...lines.slice(0, at), ...lines.slice(at + 1)].join('\n');
        expect((await checkTexts(source, out)).isTrue).toBe(lines[at] === lines[at + 1]);
      }),
      { numRuns: 25 },
    );
  });
});
