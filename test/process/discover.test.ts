import { chmodSync, mkdirSync, mkdtempSync, readdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { claudeSession, codexSession, harnessSession, oldCodexSession, type Ran } from '../explain/sessions.js';
import { runEvent, untouched, writeDays } from '../stats/events.js';
import { folder, tinyjuice } from './cli.js';
import { recorded } from './samples.js';

const pytest = recorded('pytest/failures-26').toString();
const cargo = recorded('cargo-test/pass').toString();
const ran: readonly Ran[] = [
  { id: 'call_1', command: 'pytest', output: pytest, exitCode: 1 },
  { id: 'call_2', command: 'cargo test', output: cargo, exitCode: 0 },
  { id: 'call_3', command: 'cat notes.md', output: '# Notes\n\nof little interest\n'.repeat(60), exitCode: 0 },
];

interface Replayed {
  readonly files: number;
  readonly brokenLines: number;
  readonly rows: readonly {
    rule: string;
    how: string;
    outputs: number;
    rawTokens: number;
    outTokens: number;
    omittedLines: number;
  }[];
  readonly others: { outputs: number; tokens: number };
  readonly reasons: readonly { reason: string; lines: number }[];
}

function sessions(files: Readonly<Record<string, string>>): string {
  const dir = mkdtempSync(join(folder, 'sessions-'));
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(dir, name)), { recursive: true });
    writeFileSync(join(dir, name), text);
  }
  return dir;
}

const discover = async (words: readonly string[], env = {}): Promise<Replayed> =>
  JSON.parse((await tinyjuice(['discover', '--json', ...words], { env })).text);

describe('of recorded sessions', () => {
  test.each([
    ['Claude Code', claudeSession],
    ['Codex', codexSession],
    ['an older Codex', oldCodexSession],
    ['TinyHarness', harnessSession],
  ])('%s: what would be saved is what reduce saves', async (_host, session) => {
    const dir = sessions({ 'one.jsonl': session(ran) });
    const { rows, files } = await discover([join(dir, 'one.jsonl')]);
    expect(files).toBe(1);
    const found = rows.find(({ rule }) => rule === 'tests/pytest');
    const isTold = session !== harnessSession;
    const reduced = await tinyjuice(
      ['reduce', '--json', '--command', 'pytest', ...(isTold ? ['--exit-code', '1'] : [])],
      { input: pytest },
    );
    const { stats, compaction } = JSON.parse(reduced.text);
    const lines = compaction.omitted.reduce(
      (sum: number, { from, to }: { from: number; to: number }) => sum + to - from + 1,
      0,
    );
    expect(found).toEqual({
      rule: 'tests/pytest',
      how: 'left out',
      outputs: 1,
      rawTokens: stats.rawTokens,
      outTokens: stats.reducedTokens,
      omittedLines: lines,
    });
    expect(rows.find(({ rule }) => rule === 'tests/cargo-test')?.outputs).toBe(1);
    expect(rows.reduce((sum, { outputs }) => sum + outputs, 0)).toBe(3);
  });

  test('reasons say what would be left out, and add up to all of it', async () => {
    const { rows, reasons } = await discover([join(sessions({ 'one.jsonl': codexSession(ran) }), 'one.jsonl')]);
    const lines = rows.reduce((sum, { omittedLines }) => sum + omittedLines, 0);
    expect(lines).toBeGreaterThan(100);
    expect(reasons.reduce((sum, reason) => sum + reason.lines, 0)).toBe(lines);
    expect(reasons.some(({ reason }) => reason.startsWith('tests/pytest drop.'))).toBe(true);
  });

  test('a folder is looked through; what a resumed session repeats counts once', async () => {
    const dir = sessions({
      'a/first.jsonl': claudeSession(ran.slice(0, 2)),
      'a/b/resumed.jsonl': claudeSession(ran),
      'a/notes.txt': 'nothing of ours',
    });
    const { files, rows } = await discover(['--transcripts', dir]);
    expect([files, rows.reduce((sum, { outputs }) => sum + outputs, 0)]).toEqual([2, 3]);
  });

  test('other tools and broken lines are counted apart', async () => {
    const read = claudeSession(ran.slice(0, 1)).replace('"command":', '"file_path":').replace('call_1', 'other');
    const session = `${read.replace('call_1', 'other')}{"broken\n${codexSession(ran.slice(1))}`;
    const found = await discover([join(sessions({ 's.jsonl': session }), 's.jsonl')]);
    expect(found).toMatchObject({ brokenLines: 1, others: { outputs: 1 } });
    expect(found.rows.reduce((sum, { outputs }) => sum + outputs, 0)).toBe(2);
  });

  test('a line that is far too long, and what no program would write, do no harm', async () => {
    const odd = ['['.repeat(100_000), 'null', '7', `{"message":{"content":[null,1,{"type":"tool_result"}]}}`];
    const long = `{"a":"${'x'.repeat(80_000_000)}"}`;
    const text = `${long}\n${odd.join('\n')}\n${codexSession(ran)}`;
    const { brokenLines, rows } = await discover([join(sessions({ 's.jsonl': text }), 's.jsonl')]);
    expect(brokenLines).toBe(2);
    expect(rows.reduce((sum, { outputs }) => sum + outputs, 0)).toBe(3);
  });

  test('nothing is stored, and nothing counted as a run', async () => {
    const home = mkdtempSync(join(folder, 'home-'));
    const env = { HOME: home, XDG_CACHE_HOME: join(home, 'cache'), XDG_STATE_HOME: join(home, 'state') };
    const { rows } = await discover(['--transcripts', sessions({ 's.jsonl': claudeSession(ran) })], env);
    expect(rows.length).toBeGreaterThan(0);
    expect(readdirSync(home)).toEqual([]);
  });

  test('a person reads it as tables', async () => {
    const run = await tinyjuice(['discover', '--transcripts', sessions({ 's.jsonl': claudeSession(ran) })]);
    expect(run).toMatchObject({ code: 0, err: '' });
    expect(run.text).toMatch(
      /^1 file, 3 outputs of commands; tokens are estimated, marks are counted in\ntokens +[\d,]+ -> [\d,]+: /,
    );
    expect(run.text).toMatch(/^rule +how +outputs +tokens +left +saved +lines left out\ntests\/pytest +left out +1 /m);
    expect(run.text).toMatch(/^would be left out +lines\n\S/m);
  });

  test.each([
    [['/nowhere/s.jsonl'], 2, /^tinyjuice: \/nowhere\/s\.jsonl: it cannot be read \(ENOENT\)\. Name session files/],
    [['--transcripts', '/nowhere'], 2, /^tinyjuice: \/nowhere: it cannot be read \(ENOENT\)/],
    [['.'], 2, /^tinyjuice: \.: it cannot be read \(it is no plain file\)/],
    [['--since', '7d', 'x.jsonl'], 2, /^tinyjuice: --since: it is for recorded counts\./],
    [['--timezone', 'Mars'], 2, /"Mars" is no time zone/],
  ])('refuses %j', async (words, code, message) => {
    const run = await tinyjuice(['discover', ...words]);
    expect(run).toMatchObject({ code, text: '' });
    expect(run.err).toMatch(message);
  });

  test('a folder without sessions says so; of many files one that is gone is passed over', async () => {
    const empty = await tinyjuice(['discover', '--transcripts', sessions({})]);
    expect(empty).toMatchObject({ code: 3, text: '' });
    expect(empty.err).toMatch(/there is no \.jsonl file in it or below/);
  });

  test.skipIf(process.geteuid?.() === 0)('a closed file is said, and the others are read', async () => {
    const dir = sessions({ 'a.jsonl': claudeSession(ran), 'b.jsonl': '' });
    chmodSync(join(dir, 'b.jsonl'), 0);
    const run = await tinyjuice(['discover', '--transcripts', dir]);
    expect(run.err).toMatch(/b\.jsonl: it cannot be read \(EACCES\)/);
    expect(run.text).toMatch(/^2 files, 3 outputs/);
  });
});

describe('of recorded counts', () => {
  const home = mkdtempSync(join(folder, 'counts-'));
  writeDays(join(home, 'tinyjuice/events'), [
    runEvent({ rawTokens: 9_000, outTokens: 5_000 }),
    untouched({ family: 'lint', rule: 'lint/eslint', rawTokens: 2_000 }),
    runEvent({ family: 'lint', rule: 'lint/eslint', rawTokens: 1_000, outTokens: 900 }),
    untouched({ family: undefined, rule: undefined, shape: undefined, skip: 'binary', rawTokens: 3_000 }),
  ]);
  const env = { XDG_STATE_HOME: home };

  test('families that are left as they are most, and those that save least', async () => {
    const run = await tinyjuice(['discover'], { env });
    expect(run).toMatchObject({ code: 0, err: '' });
    expect(run.text).toBe(
      [
        '4 calls; 10,900 of 15,000 tokens are left; tokens are estimated',
        'not tried: binary 1',
        '',
        'left as they are  calls  of  tokens     of',
        '(no rule)             1   1   3,000  3,000',
        'lint                  1   2   2,000  3,000',
        '',
        'saves least   calls  tokens   left  retrieved  saved net',
        'test-results      1   9,000  5,000          0     44.4 %',
        '(no rule)         1   3,000  3,000          0      0.0 %',
        'lint              2   3,000  2,900          0      3.3 %',
        '',
      ].join('\n'),
    );
  });

  test('as JSON, of some days', async () => {
    const run = await tinyjuice(['discover', '--json', '--since', '2026-11-20', '--timezone', 'Europe/Berlin'], {
      env,
    });
    expect(JSON.parse(run.text)).toMatchObject({ since: '2026-11-20', totals: { calls: 4, skipped: { binary: 1 } } });
    expect((await tinyjuice(['discover', '--since', '2026-11-21'], { env })).text).toMatch(
      /^no run is recorded since 2026-11-21/,
    );
  });
});
