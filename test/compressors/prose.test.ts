/** Prose without some of its sentences: those that stay are whole and in order, and each that is gone is counted. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { hintOf } from '../../src/classify/hint.js';
import type { Taken } from '../../src/compressors/excerpt.js';
import prose from '../../src/compressors/excerpts/prose.js';
import { sentencesOf } from '../../src/compressors/prose/sentences.js';
import { openJuice } from '../../src/engine/juice-of-own.js';
import type { MlText } from '../../src/engine/settings.js';
import { freshFolder } from '../ccr/store.js';
import { projectRoot } from '../support/project.js';
import { recordings } from '../support/recordings.js';
import { checkTexts, type RunOptions, reduce, retrieve } from '../support/run.js';

const isLate = (): boolean => false;
const take = (text: string, query?: string) => prose.take(text, { query, isLate });
const bodyOf = (taken: Awaited<ReturnType<typeof take>>): string | undefined => (taken as Taken | undefined)?.body;

const story = Array.from(
  { length: 24 },
  (_, at) =>
    `The ferry of day ${at} left the harbour a little later than planned. The fog lay low over the water and nobody on the pier minded it.\n` +
    'The captain told the story of the lighthouse once more, as he always does. Some of the passengers had heard it, and laughed all the same.',
).join('\n\n');

describe('sentences', () => {
  const textsOf = (text: string): readonly string[] => sentencesOf(text).map(({ from, to }) => text.slice(from, to));

  test.each([
    [
      'end with a stop',
      'The tide is low. Is it? It is! So be it.',
      ['The tide is low.', 'Is it?', 'It is!', 'So be it.'],
    ],
    [
      'not behind what is shortened',
      'Mr. Smith and Dr. A. Jones saw it, e.g. at 3.5 metres. They left it there at last.',
      ['Mr. Smith and Dr. A. Jones saw it, e.g. at 3.5 metres.', 'They left it there at last.'],
    ],
    [
      'go over lines',
      'The tide is low at\nnoon today. It will\nrise again by six.',
      ['The tide is low at\nnoon today.', 'It will\nrise again by six.'],
    ],
    [
      'in quotes',
      '"The tide is so low today." He said so again.',
      ['"The tide is so low today."', 'He said so again.'],
    ],
    [
      'in Chinese',
      '潮水今天很低，我们不能出海。船长说明天会好，大家都在码头等候着。',
      ['潮水今天很低，我们不能出海。', '船长说明天会好，大家都在码头等候着。'],
    ],
    [
      'are none of code, lists, tables and headings',
      '# A title. Of two\n\n- one. Two.\n\n```\na. b. c.\n```\n\n| a. | b. |\n\n    x. y.\n\nA title. Here\n=====\n',
      [],
    ],
  ])('%s', (_what, text, sentences) => {
    expect(textsOf(text)).toEqual(sentences);
  });
});

test('headings, lists, tables, code and the first sentence of each paragraph stay, and gaps are counted', async () => {
  const text =
    `# Tides\n\n${story}\n\n- one item. It stays.\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n\`\`\`\nx = 1. y = 2.\n\`\`\`\n`.trimEnd();
  const body = bodyOf(await take(text)) ?? '';
  const lines = body.split('\n');
  expect(lines.slice(0, 2)).toEqual(['# Tides', '']);
  expect(lines).toContain('The ferry of day 20 left the harbour a little later than planned. [... 3 sentences]');
  for (const kept of ['- one item. It stays.', '| a | b |\n|---|---|\n| 1 | 2 |', '```\nx = 1. y = 2.\n```'])
    expect(body).toContain(kept);
  expect(body.match(/The ferry of day \d+ left the harbour a little later than planned\./g)).toHaveLength(24);
});

test('what warns, or tells of an error, stays', async () => {
  const warning = 'Warning: the bridge is closed from Monday on and no ship passes there.';
  const text = story.replace('Some of the passengers had heard it, and laughed all the same.', warning);
  expect(bodyOf(await take(text))).toContain(warning);
});

test('what is looked for stays before the rest, and what must stay does whatever is looked for', async () => {
  const told = story.replace('The captain told the story', 'The captain told the legend of the drowned bell');
  const of = (query: string): Promise<string> => take(told, query).then(taken => bodyOf(taken) ?? '');
  expect(await of('')).not.toContain('drowned bell');
  expect(await of('drowned bell')).toContain(
    'The captain told the legend of the drowned bell of the lighthouse once more',
  );
  const taken = (await take(told, 'drowned bell')) as Taken;
  expect(await prose.verify(told, taken.about, taken.body)).toMatchObject({ omitted: taken.omitted });
});

const piece = fc.constantFrom(
  'The tide is low and the pier is long.',
  'Nobody minded the fog at all, as it seems.',
  'See e.g. the book of Mr. Jones.',
  'It cost 3.5 of them!',
  'error: it broke.',
  'and so on',
  '潮水今天很低，我们不能出海。',
);
const block = fc.oneof(
  fc
    .array(piece, { minLength: 1, maxLength: 6 })
    .chain(all => fc.constantFrom(all.join(' '), all.join('\n'), all.join('  '))),
  fc.constantFrom('# A heading. Two', '- an item. More.', '```', '| a. | b. |', '    code. code.', 'Title\n====='),
);

test('of whatever text, sentences are whole, in order, counted and as they stood', async () => {
  let found = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(block, { minLength: 4, maxLength: 14 }), async blocks => {
      const text = blocks.join('\n\n');
      const taken = (await take(text)) as Taken | undefined;
      if (taken === undefined) return;
      found += 1;
      const { omitted, total } = taken;
      expect(await prose.verify(text, taken.about, taken.body)).toEqual({ omitted, total, unit: 'bytes' });
      // Without its marks, the body is a part of the text.
      let at = 0;
      for (const part of taken.body.split(/\[\.\.\. \d+ sentences?\]/)) {
        at = text.indexOf(part, at);
        expect(at).toBeGreaterThanOrEqual(0);
        at += part.length;
      }
    }),
    { numRuns: 300 },
  );
  expect(found).toBeGreaterThan(50);
});

test('of what tools print, no line that tells of an error or a warning goes, even where it is said to be prose', async () => {
  for (const { raw } of recordings.filter(each => each.raw.length < 20_000)) {
    const text = raw.toString('utf8').replace(/\r\n?/g, '\n').replace(/\n$/, '');
    const taken = (await take(text)) as Taken | undefined;
    if (taken !== undefined) expect(await prose.verify(text, taken.about, taken.body)).toMatchObject({ unit: 'bytes' });
  }
});

describe('reduced', () => {
  const hint = hintOf({ kind: 'prose' });

  test('says so, leads back, holds, and stays as it is', async () => {
    const run = await reduce(story, { hint });
    const lines = run.text.split('\n');
    expect(lines[0]).toBe('[prose, some sentences left out]');
    expect(lines.at(-2)).toMatch(
      new RegExp(`^\\[\\d+ of ${Buffer.byteLength(story)} bytes omitted: tinyjuice retrieve tj_\\w{10}\\]$`),
    );
    expect(run.report).toMatchObject({ isLossy: true, compressor: 'prose' });
    expect(run.out.length).toBeLessThan(story.length * 0.7);
    expect((await retrieve(run)).toString()).toBe(story);
    expect((await checkTexts(story, run.out)).violation).toBeUndefined();
    expect((await reduce(run.text, { hint })).text).toBe(run.text);
    expect((await reduce([Buffer.from(story.slice(0, 9)), Buffer.from(story.slice(9))], { hint })).text).toBe(run.text);
  });

  test.each<[string, RunOptions]>([
    ['nobody asks for it', {}],
    ['a command reads it', { command: 'cat story.txt' }],
    ['its extension says so', { hint: hintOf({ extension: 'rst' }) }],
    ['nothing may be left out', { hint, profile: 'light' }],
    ['nothing can be stored', { hint, store: 'none' }],
  ])('stays whole where %s', async (_what, options) => {
    expect((await reduce(story, options)).text).not.toContain('sentences left out');
  });

  test('a README of ours, with lines that end in CRLF', async () => {
    const readme = readFileSync(join(projectRoot, 'rules/README.md'), 'utf8').replaceAll('\n', '\r\n').repeat(3);
    expect((await checkTexts(readme, (await reduce(readme, { hint })).out)).violation).toBeUndefined();
  });

  test.each([
    ['a word changed', (text: string) => text.replace('a little later', 'a little earlier')],
    ['a sentence less', (text: string) => text.replace(/The ferry of day 7 [^.]*\. /, '')],
    [
      'a first sentence counted as gone',
      (text: string) => text.replace(/The ferry of day 23 [^.]*\. \[\.\.\. 3/, '[... 4'),
    ],
    ['a sentence more', (text: string) => text.replace('\n\n', ' All is well.\n\n')],
    ['another count', (text: string) => text.replace('[... 3 sentences]', '[... 2 sentences]')],
    ['a mark gone', (text: string) => text.replace(' [... 3 sentences]', '')],
    ['another size', (text: string) => text.replace(/\[\d+ of /, '[1 of ')],
    ['another token', (text: string) => text.replace(/tj_\w{10}/, 'tj_0000000000')],
    ['no footer', (text: string) => text.replace(/\[\d+ of .*\n$/, '')],
  ])('check refuses %s', async (_what, edit) => {
    const { text: out } = await reduce(story, { hint });
    expect(edit(out)).not.toBe(out);
    expect((await checkTexts(story, edit(out))).isTrue).toBe(false);
  });
});

describe('where a host has a model of its own, prose is left to that', () => {
  const SHORT = 'Every day the ferry left late.';
  const open = (mlText: MlText, isOn: boolean) =>
    openJuice(
      { store: { dir: freshFolder() }, config: { compressors: { mlText: isOn } }, mlText, mlTextMs: 20 },
      Date.now,
    );

  test('and it tells it', async () => {
    expect((await open(async () => SHORT, true).reduceText(story, { kind: 'prose' })).text).toContain(`\n${SHORT}\n`);
  });

  test.each<[string, MlText, boolean]>([
    ['is turned off', async () => SHORT, false],
    ['fails', () => Promise.reject(new Error('no')), true],
    ['takes too long', () => new Promise(() => undefined), true],
    ['tells no less', async text => `${text} And more.`, true],
  ])('the text stays as it is where that %s', async (_what, mlText, isOn) => {
    const juice = open(mlText, isOn);
    expect((await juice.reduceText(story, { kind: 'prose' })).text).toBe(story);
    const request = { input: { combinedText: story }, options: { kind: 'prose' } };
    expect(await juice.reduceJson(request)).toMatchObject({ inlineText: story });
  });
});
