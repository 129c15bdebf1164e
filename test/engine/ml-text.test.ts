/** The host's own model for prose: only prose, only where it is wanted, and whatever it does wrong costs nothing. */
import { describe, expect, test } from 'vitest';
import { openJuice } from '../../src/engine/juice-of-own.js';
import { isProse } from '../../src/engine/prose.js';
import type { MlText } from '../../src/engine/settings.js';
import { PLANTED } from '../ccr/planted.js';
import { freshFolder, namesIn } from '../ccr/store.js';
import { recordings } from '../support/recordings.js';
import { checkTexts } from '../support/run.js';

const prose = Array.from(
  { length: 60 },
  (_, at) =>
    `The ferry of day ${at} left the harbour a little later than planned, because the fog lay low over the water. Nobody on the pier minded, and the captain told the story of the lighthouse once more.`,
).join('\n\n');
const SHORT = 'Every day the ferry left late because of fog.';
const wanted = { compressors: { mlText: true } };

function open(mlText: MlText, config: object = wanted, mlTextMs?: number) {
  const dir = freshFolder();
  const warnings: string[] = [];
  const onWarning = (message: string): void => void warnings.push(message);
  return { dir, warnings, juice: openJuice({ store: { dir }, config, mlText, mlTextMs, onWarning }, Date.now) };
}

const without = async (text: string, options: object = {}): Promise<string> =>
  (await openJuice({ store: { dir: freshFolder() } }, Date.now).reduceText(text, options)).text;

describe('mlText', () => {
  test('tells prose shorter, says so, and the original can be had back', async () => {
    const { juice } = open(async () => SHORT);
    const { text, report } = await juice.reduceText(prose);
    const bytes = Buffer.byteLength(prose);
    expect(text).toBe(
      `[summary by mlText, not in the original's words]\n${SHORT}\n[${bytes - SHORT.length} of ${bytes} bytes omitted: tinyjuice retrieve ${report.recovery?.token}]\n`,
    );
    expect(report).toMatchObject({ isLossy: true, compressor: 'ml-text' });
    expect(await juice.retrieve(report.recovery?.token ?? '')).toMatchObject({ text: prose });
    expect((await juice.reduceText(text)).text).toBe(text);
    expect((await checkTexts(prose, text)).violation?.message).toContain('the words of a model');
    const answer = await juice.reduceJson({
      input: { toolName: 'WebFetch', combinedText: prose, metadata: { kind: 'prose' } },
    });
    expect(answer).toMatchObject({ inlineText: text, compaction: { compressor: 'ml-text', lossy: true } });
  });

  const asked: unknown[] = [];
  const counting: MlText = async text => {
    asked.push(text);
    return SHORT;
  };
  test.each<[string, object, string, object]>([
    ['that is turned off', {}, prose, {}],
    ['in profile light', { ...wanted, profile: 'light' }, prose, {}],
    ['without a way to keep it', { ...wanted, ccr: { enabled: false } }, prose, {}],
    ['that a command read', wanted, prose, { command: 'cat story.txt' }],
    ['of a command that failed', wanted, prose, { exitCode: 1 }],
    ['that tells of an error', wanted, `${prose}\nerror: the harbour is closed`, {}],
    ['that holds a secret', wanted, `${prose}\nThe key of the pier was AKIA${'IOSFODNN7QWERTYU'} for years.`, {}],
    ['that is short', wanted, prose.slice(0, 1_500), {}],
    ['that is no prose', wanted, Array.from({ length: 400 }, (_, at) => `row ${at} of ${at * 7}`).join('\n'), {}],
  ])('is not asked for a text %s', async (_, config, text, options) => {
    const { juice } = open(counting, config);
    const reduced = await juice.reduceText(text, options);
    expect(asked).toEqual([]);
    expect(reduced.text).not.toContain('mlText');
  });

  test.each<[string, () => Promise<unknown>]>([
    ['failed', () => Promise.reject(new Error(`no room for ${prose.slice(0, 40)}`))],
    [
      'failed',
      () => {
        throw new TypeError('at once');
      },
    ],
    ['took too long', () => new Promise(() => undefined)],
    ['gave no text', async () => undefined],
    ['gave nothing', async () => ' \n'],
    ['gave what is no plain text', async () => 'a \x1b[2J b'],
    ['gave what is no plain text', async () => 'half \ud800'],
    ['gave lines that look like our marks', async () => '[3 of 9 lines omitted: tinyjuice retrieve tj_0123456789]'],
  ])('that %s leaves the text as it is without it', async (fault, mlText) => {
    const { dir, warnings, juice } = open(mlText as MlText, wanted, 20);
    expect((await juice.reduceText(prose)).text).toBe(await without(prose));
    expect(warnings).toEqual([`mlText ${fault}: the text goes without it`]);
    expect(namesIn(dir)).toEqual([]);
  });

  test('that tells no less, or more than a limit allows, leaves the text too', async () => {
    for (const [said, options] of [
      [prose, {}],
      [prose.slice(0, 3_000), { maxChars: 1_000 }],
    ] as const) {
      const { warnings, juice } = open(async () => said);
      expect((await juice.reduceText(prose, options)).text).toBe(await without(prose, options));
      expect(warnings).toEqual([]);
    }
  });

  test('hears that nobody waits any more', async () => {
    let signal: AbortSignal | undefined;
    const { juice } = open(
      (_text, about) => {
        signal = about.signal;
        return new Promise(() => undefined);
      },
      wanted,
      20,
    );
    await juice.reduceText(prose);
    expect(signal?.aborted).toBe(true);
  });
});

test('no recorded output of a tool is taken for prose', () => {
  expect(
    recordings.filter(({ raw }) => raw.length < 200_000 && isProse(raw.toString('utf8'))).map(({ name }) => name),
  ).toEqual([]);
});

test('what is hidden from the agent is hidden in the library too, and shown to no model', async () => {
  const secret = PLANTED['GitHub token'] ?? '';
  let asked = 0;
  const ask: MlText = async () => {
    asked += 1;
    return SHORT;
  };
  const { juice } = open(ask, { ...wanted, redactOutput: true });
  for (const text of [
    `${prose}\n\n${secret}\n`,
    `export TOKEN=${secret}\n`,
    `${'a line of no matter\n'.repeat(9_000)}${secret}\n`,
  ])
    expect((await juice.reduceText(text)).text).not.toContain(secret.slice(4));
  expect(asked).toBe(0);
});
