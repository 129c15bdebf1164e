/** The invariants on what tools have really printed: each recording is reduced once in each way, and all is asked of that. */
import { countTokens } from 'gpt-tokenizer/model/gpt-4o';
import { beforeAll, describe, expect, test } from 'vitest';
import { openUnstored } from '../../src/ccr/unstored.js';
import { renderWhole } from '../../src/pipeline/render-whole.js';
import { inSizes } from '../support/cuts.js';
import { lostEvidence } from '../support/evidence.js';
import { decodeLight } from '../support/light.js';
import type { Recording } from '../support/recording.js';
import { recordings } from '../support/recordings.js';
import { checkTexts, type Run, type RunOptions, reduce, retrieve } from '../support/run.js';

/** Less than the first holds no counts and no footer: then they stand alone. Each recording has one of them, and one of the cuts. */
const LIMITS = [300, 2_000] as const;
const CUTS = [[7, 4_093, 1], [1_021]] as const;

interface Runs {
  readonly plain: Run;
  /** Told its command and how it ended, as far as the recording tells. */
  readonly told: Run;
  readonly light: Run;
  /** With one of the limits. */
  readonly limited: Run;
}

/** Where the original can be had back from is asked of one run alone. */
const unstored = (): RunOptions => ({ recorder: openUnstored() });

async function reduceInAllWays({ raw, command, exit }: Recording, maxChars: number): Promise<Runs> {
  const known = { ...(command === undefined ? {} : { command }), ...(exit === undefined ? {} : { exitCode: exit }) };
  const limited = await reduce(raw, { ...unstored(), maxChars });
  const plain = await reduce(raw);
  const told = Object.keys(known).length === 0 ? plain : await reduce(raw, { ...unstored(), ...known });
  return { plain, told, light: await reduce(raw, { profile: 'light' }), limited };
}

describe.each(recordings.map((recording, at) => ({ ...recording, recording, at })))('$name', ({ recording, at }) => {
  const { raw, command } = recording;
  const limit = LIMITS[at % 2] ?? 0;
  const isRoomy = limit > LIMITS[0];
  let runs: Runs;
  beforeAll(async () => {
    runs = await reduceInAllWays(recording, limit);
  });

  test('I1: the original can be had back', async () => {
    const { plain } = runs;
    if (plain.report.isLossy) expect((await retrieve(plain)).equals(raw)).toBe(true);
    else expect(plain.report.recovery).toBeUndefined();
  });

  test('I2: check accepts what comes out', async () => {
    const { plain, told, light, limited } = runs;
    for (const run of [plain, told, light, ...(isRoomy ? [limited] : [])])
      expect((await checkTexts(raw, run.out)).violation).toBeUndefined();
  });

  test('profile light: what comes out is undone to what a terminal shows', () => {
    expect(decodeLight(runs.light.text)).toBe(renderWhole(raw));
  });

  test('I3: its evidence is shown or counted', () => {
    const { report, text, warnings } = runs.told;
    expect(warnings.filter(warning => warning.includes('evidence'))).toEqual([]);
    if (report.skipReason === undefined && command === undefined)
      expect(lostEvidence(raw.toString('utf8'), text)).toEqual([]);
  });

  test('I4: it costs no more tokens of o200k', () => {
    const most = countTokens(raw.toString('utf8'));
    const { plain, light, limited } = runs;
    for (const { text } of [plain, light, ...(isRoomy ? [limited] : [])])
      expect(countTokens(text)).toBeLessThanOrEqual(most);
  });

  test('I7, I11: the same comes out again, and in chunks of odd sizes', async () => {
    const cuts = CUTS[at % 2] ?? [];
    expect((await reduce(inSizes(raw, cuts), unstored())).out.equals(runs.plain.out)).toBe(true);
  });

  test('I12: what came out stays as it is', async () => {
    const { out } = runs.plain;
    expect((await reduce(out, unstored())).out.equals(out)).toBe(true);
  });

  test('a limit is never passed', () => {
    const { report, text } = runs.limited;
    if (report.skipReason === undefined && raw.length >= 512) expect(text.length).toBeLessThanOrEqual(limit);
  });
});
