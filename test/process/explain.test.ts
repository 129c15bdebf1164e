/** `explain` says beforehand what `reduce` and `wrap` will do, and why. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { fileOf, folder, tinyjuice, tokenIn } from './cli.js';
import { freshUser, hammer, hammerText } from './rule-places.js';
import { noisyLog, recorded } from './samples.js';

interface Range {
  readonly from: number;
  readonly to: number;
  readonly reason?: string;
}

interface Explained {
  readonly rule?: string;
  readonly token?: string;
  readonly rawLines: number;
  readonly outBytes: number;
  readonly omitted: readonly Range[];
  readonly counts: readonly { readonly reason: string; readonly lines: number }[];
}

const linesOf = (ranges: readonly Range[]): readonly number[] =>
  ranges.flatMap(({ from, to }) => Array.from({ length: to - from + 1 }, (_, at) => from + at));

describe('explain -- COMMAND', () => {
  test('names the rule, what it keeps and drops, the limits, and how to have all back', async () => {
    const run = await tinyjuice(['explain', '--', 'cd', 'app', '&&', 'npx', 'vitest', 'run', '--reporter=verbose']);
    expect(run).toMatchObject({ code: 0, err: '' });
    const line = await tinyjuice(['explain', '--', 'cd app && npx vitest run --reporter=verbose']);
    for (const part of [
      /^programs: vitest$/m,
      /^matched: rule tests\/vitest: command vitest$/m,
      /^shape: verdict$/m,
      /^ {2}keeps:\n {4}keep\.failed +\^/m,
      /^ {2}drops:\n(?: {4}drop\.\S+ +.*\n)* {4}drop\.passed-file +\^/m,
      /^errors, warnings, totals and announced cuts stay, whatever a rule drops$/m,
      /^limits: \d+ characters of plain lines; /m,
      /^recoverable: all that is left out, for 24 hours, from \S+\/tinyjuice\/ccr$/m,
    ])
      expect(line.text).toMatch(part);
  });

  test.each([
    ['cat src/main.ts', 'files/exact-read', false],
    ['pytest -q', 'tests/pytest', true],
    ['npm test | grep failed', 'files/inventory', true],
    ["npm test | sed 's/a/b/'", undefined, true],
    ['make; cat src/main.ts', undefined, false],
    ['make; npm test', undefined, true],
    ['no-such-program --flag', undefined, true],
  ])('--json of %s', async (command, id, canOmit) => {
    const json = JSON.parse((await tinyjuice(['explain', '--json', '--', command])).text) as {
      readonly command: string;
      readonly rule?: { readonly id: string; readonly origin: string };
      readonly canOmit: boolean;
      readonly why: string;
    };
    expect([json.command, json.rule?.id, json.canOmit]).toEqual([command, id, canOmit]);
    expect(json.why).not.toBe('');
  });

  test('shows a rule of the user, and only what is used of it', async () => {
    const user = freshUser();
    user.rule('tests/hammer', { ...hammer, drop: { ...hammer.drop, all: '^' } });
    const run = await tinyjuice(['explain', '--', 'hammer'], { env: user.env });
    expect(run.text).toMatch(/^matched: user rule tests\/hammer: command hammer$/m);
    expect(run.text).toMatch(/^ {4}drop\.beat /m);
    expect(run.text).not.toContain('drop.all');
    expect(run.err).toContain('drop.all: it fits nearly any line');
  });
});

describe('explain --output', () => {
  test.each([
    ['vitest/unhandled-rejection', 'npx vitest run', 1],
    ['pytest/failures-26', 'pytest', 1],
    ['jest/each-failures', undefined, undefined],
  ])('of %s lists exactly the lines that reduce leaves out, each with its reason', async (name, command, exit) => {
    const told = [
      ...(command === undefined ? [] : ['--command', command]),
      ...(exit === undefined ? [] : ['--exit-code', `${exit}`]),
    ];
    const path = fileOf('raw.txt', recorded(name));
    const reduced = JSON.parse((await tinyjuice(['reduce', '--json', ...told, path])).text) as {
      readonly compaction: { readonly omitted: readonly Range[] };
      readonly stats: { readonly reducedBytes: number };
    };
    const env = { XDG_CACHE_HOME: join(folder, `cache-of-${name.replace('/', '-')}`) };
    const run = await tinyjuice(['explain', '--json', '--output', path, ...told], { env });
    expect(run).toMatchObject({ code: 0, err: '' });
    const explained = JSON.parse(run.text) as Explained;
    expect(linesOf(explained.omitted)).toEqual(linesOf(reduced.compaction.omitted));
    expect(explained.outBytes).toBe(reduced.stats.reducedBytes);
    expect(explained.omitted.filter(({ reason }) => reason === undefined || reason === '')).toEqual([]);
    expect(explained.counts.reduce((sum, { lines }) => sum + lines, 0)).toBe(linesOf(explained.omitted).length);
    expect(existsSync(env.XDG_CACHE_HOME)).toBe(false);
  });

  test('in words, also of stdin and of a long log', async () => {
    const input = noisyLog(20_000);
    const run = await tinyjuice(['explain', '--output', '-'], { input });
    expect(run.code).toBe(0);
    expect(run.text).toMatch(/^matched: log records\nshape: stream, confidence 0\.3\nlines 20000 -> \d+, /);
    expect(run.text).toMatch(/^left out: \d+ lines, from the original tj_\w{10}$/m);
    expect(run.text).toMatch(/^ +\d+ {2}\S/m);
  });

  test('of a text that stays whole', async () => {
    expect((await tinyjuice(['explain', '--output', '-'], { input: 'one line\n' })).text).toContain(
      'left out: nothing\n',
    );
  });
});

describe('explain last', () => {
  test('looks at what was stored last; a command called last is behind --', async () => {
    const env = { XDG_CACHE_HOME: join(folder, 'cache-of-last') };
    expect(await tinyjuice(['explain', 'last'], { env })).toMatchObject({ code: 3, text: '' });
    const input = recorded('pytest/failures-26');
    const reduced = await tinyjuice(['reduce', '--command', 'pytest -q'], { input, env });
    const run = await tinyjuice(['explain', 'last'], { env });
    expect(run).toMatchObject({ code: 0, err: '' });
    expect(run.text).toMatch(new RegExp(`^last: ${tokenIn(reduced.text)}, pytest, 40778 bytes, 931 lines$`, 'm'));
    expect(run.text).toMatch(/^matched: rule tests\/pytest: command pytest$/m);
    const json = JSON.parse((await tinyjuice(['explain', 'last', '--json'], { env })).text) as Explained;
    expect([json.token, json.rule, json.rawLines]).toEqual([tokenIn(reduced.text), 'tests/pytest', 931]);
    expect((await tinyjuice(['explain', '--', 'last'], { env })).text).toMatch(/^programs: last$/m);
  });
});

test.each([
  [
    ['explain'],
    'explain: there is nothing to explain. Write: tinyjuice explain -- npm test, or explain --output FILE, or explain last',
  ],
  [
    ['explain', '--output', 'missing.txt'],
    'missing.txt: there is no such file. Give a file that can be read, or - for stdin.',
  ],
  [
    ['explain', '--command', 'x', '--', 'y'],
    '--command: it goes with --output. Write: tinyjuice explain -- npm test, or explain --output FILE, or explain last',
  ],
])('wrong use: %j', async (args, message) => {
  expect(await tinyjuice(args)).toMatchObject({ code: 2, text: '', err: `tinyjuice: ${message}\n` });
});

test('the text of hammer is explained as it is reduced by a rule of the user', async () => {
  const user = freshUser();
  user.rule('tests/hammer', hammer);
  const { text } = await tinyjuice(['explain', '--output', '-'], { input: hammerText(), env: user.env });
  expect(text).toMatch(
    /^ {2}80 {2}tests\/hammer drop\.beat\n {2}lines 2-41: tests\/hammer drop\.beat\n {2}lines 43-82: /m,
  );
});
