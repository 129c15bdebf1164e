/** What every stage must hold, whatever it does: each is fed through the line splitter, alone and behind those before it. */
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { describe, expect, test } from 'vitest';
import { builtInRules } from '../../src/generated/rules.js';
import { stages } from '../../src/generated/stages.js';
import type { Line } from '../../src/line.js';
import { createLines } from '../../src/pipeline/split.js';
import type { Stage, StageContext } from '../../src/pipeline/stage.js';
import { openBook } from '../../src/rules/book.js';
import { byteByByte, cutAt } from '../support/cuts.js';
import { hostileSample } from '../support/texts.js';

type Batches = readonly (readonly Line[])[];

const book = openBook(builtInRules);
const context: StageContext = {
  profile: 'full',
  shape: 'verdict',
  kind: undefined,
  rule: book.compile(
    [book.byCommand({ program: 'pytest', args: [] })].filter(rule => rule !== undefined),
    'verdict',
  ),
  lead: undefined,
  head: [],
  note: () => undefined,
};

/** Short enough to be cut at each byte for each stage: a run, a block, a failure, a redraw, wide characters, no last newline. */
const sample = Buffer.from(
  [
    'héllo wörld 😀\r\n',
    'progress 10%\rprogress 100% ✓\n',
    '\x1b[1;31merror\x1b[0m: größe 3 ≠ 4 at src/über.ts:10:5\r\n',
    'one\ntwo\x1b[1A\rONE\x1b[K\n',
    ...Array.from({ length: 4 }, () => 'the same line\n'),
    ...Array.from({ length: 3 }, () => 'begin ä\r\nend ö\r\n'),
    ...Array.from({ length: 9 }, (_, i) => `test case_${i} ... ok\n`),
    'Traceback (most recent call last):\n  File "/srv/a.py", line 3, in f\n    f()\nValueError: naïve\n',
    'last, without an end: 終',
  ].join(''),
);

/** The batches that the splitter makes of chunks. */
async function split(chunks: readonly Buffer[]): Promise<Batches> {
  const batches: Line[][] = [];
  const lines = createLines().transform;
  await pipeline(Readable.from(chunks, { objectMode: false }), lines, async source => {
    for await (const batch of source) batches.push(batch as Line[]);
  });
  return batches;
}

/** A stage owns the lines of its batches, so each gets its own. */
function feed(stage: Stage, batches: Batches): Batches {
  const open = stage.open(context);
  const out = batches.map(batch => open.push(batch.map(line => ({ ...line }))));
  return [...out, open.end()].filter(batch => batch.length > 0);
}

/** All of the lines, in a form that is quick to compare. */
const shown = (batches: Batches): string =>
  batches
    .flat()
    .map(line => JSON.stringify({ ...line, shape: undefined }))
    .join('\n');

/** The batches that reach a stage when those before it have done their work. */
const reaching = (stage: Stage, batches: Batches): Batches =>
  stages.slice(0, stages.indexOf(stage)).reduce((at, earlier) => feed(earlier, at), batches);

/** Every raw line once, in order: numbers rise, and no line is left out. */
function expectCovered(out: Batches, raw: Batches): void {
  let [number, through] = [1, 0];
  for (const line of out.flat()) {
    expect(line.number).toBeGreaterThanOrEqual(number);
    expect(line.number).toBeLessThanOrEqual(through + 1);
    expect(line.through).toBeGreaterThanOrEqual(Math.max(line.number, through));
    ({ number, through } = line);
  }
  expect(through).toBe(raw.flat().at(-1)?.through ?? 0);
}

describe.each(stages.map((stage, index) => ({ name: stage.name, stage, index })))('stage $name', ({ stage, index }) => {
  test('gives the same lines whole, cut at each third byte and byte by byte', async () => {
    const batches = await split([sample]);
    const alone = shown(feed(stage, batches));
    const behind = shown(feed(stage, reaching(stage, batches)));
    const compare = (cut: Batches, where: string): void => {
      if (shown(feed(stage, cut)) !== alone) expect(`alone, ${where}: ${shown(feed(stage, cut))}`).toBe(alone);
      const inChain = shown(feed(stage, reaching(stage, cut)));
      if (inChain !== behind) expect(`behind the others, ${where}: ${inChain}`).toBe(behind);
    };
    // Each stage at others; all of them together at each.
    for (let at = 1 + (index % 3); at < sample.length; at += 3) compare(await split(cutAt(sample, at)), `cut at ${at}`);
    compare(await split(byteByByte(sample)), 'byte by byte');
  });

  test('gives nothing for nothing', async () => {
    const open = stage.open(context);
    expect([...open.push([]), ...open.end()]).toEqual([]);
    expect(feed(stage, await split([]))).toEqual([]);
  });

  test('keeps a last line without newline', async () => {
    for (const end of ['', '\n', '\r\n']) {
      const out = feed(stage, await split([Buffer.from(`first\nlast of all${end}`)])).flat();
      expect(out.map(line => line.text + line.end).join('')).toBe(`first\nlast of all${end}`);
    }
  });

  test('lets line numbers never fall, and covers every line', async () => {
    for (const raw of [sample, hostileSample]) {
      const batches = await split([raw]);
      expectCovered(feed(stage, batches), batches);
      expectCovered(feed(stage, reaching(stage, batches)), batches);
    }
  });

  test('starts afresh for each stream', async () => {
    const batches = await split([sample]);
    const first = shown(feed(stage, batches));
    expect(shown(feed(stage, batches))).toBe(first);
  });

  test('is told in one sentence', () => {
    expect(stage.about).toMatch(/^[A-Z].*\.$/);
  });
});

test('the stages are tried with the patterns of a rule', () => {
  expect(context.rule?.drop.length).toBeGreaterThan(0);
});

test('all stages together give the same lines, cut at each byte of the larger sample', async () => {
  const run = (batches: Batches): string => shown(stages.reduce<Batches>((at, stage) => feed(stage, at), batches));
  const whole = run(await split([hostileSample]));
  for (let at = 1; at < hostileSample.length; at += 1) {
    const cut = run(await split(cutAt(hostileSample, at)));
    if (cut !== whole) expect(`cut at ${at}: ${cut}`).toBe(whole);
  }
});
