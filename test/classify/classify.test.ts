/** Which rule a text of several commands meets: what one of them calls noise may be what another was asked for. */
import { describe, expect, test } from 'vitest';
import { readRecording } from '../support/recording.js';
import { reduce } from '../support/run.js';

const range = (length: number): readonly number[] => Array.from({ length }, (_, at) => at + 1);
const recorded = (name: string): string => readRecording(name).raw.toString();

const cargoRun = [
  'running 200 tests',
  ...range(200).map(n => `test money::case_${n} ... ok`),
  '',
  'test result: ok. 200 passed; 0 failed; 0 ignored; 0 measured; 0 filtered out; finished in 0.01s',
  '',
].join('\n');
/** Rows that the rule of `cargo test` takes for noise. */
const rows = range(400).map(n => `test kept::row_${n} ... ok`);
const pytestRun = [
  '============================= test session starts ==============================',
  'platform linux -- Python 3.12.3, pytest-8.3.3, pluggy-1.5.0 -- /usr/bin/python3',
  'collected 200 items',
  '',
  ...range(200).map(n => `tests/test_cart.py::test_${n} PASSED                 [${String(n >> 1).padStart(3)}%]`),
  '',
  '============================= 200 passed in 0.41s ==============================',
  '',
].join('\n');
/** No tool's: more than a run of tests may show. */
const words =
  'amber birch cedar dune ember fjord glade heath inlet jetty knoll larch moor nook oxbow pond quay reef'.split(' ');
const dump = range(900).map(n => {
  const digits = [...((n * 2_654_435_761) >>> 0).toString(words.length)];
  return digits.map(digit => words[Number.parseInt(digit, words.length)]).join(n % 3 === 0 ? ', ' : ' ');
});

const keptOf = (text: string, wanted: readonly string[]): number => {
  const shown = new Set(text.split('\n'));
  return wanted.filter(row => shown.has(row)).length;
};

describe('a text of which a part was asked for line by line', () => {
  test('is what the cases below are about: by its looks alone, those rows would go', async () => {
    const run = await reduce(`${cargoRun}${rows.join('\n')}\n`);
    expect(keptOf(run.text, rows)).toBe(0);
  });

  test.each([
    'cargo test; cat results.txt',
    'cat results.txt; cargo test',
    'cargo test && cat results.txt | head -400',
    'bash -lc "cd app && cargo test; cat results.txt"',
    'cargo test; git log -3',
    'cargo test; git diff | cat',
    'cargo test; ls results',
    'cargo test; find . -name x | xargs grep ok',
    'cargo test | grep ok',
    'cargo test 2>&1 | grep ok | sort',
    'cargo test | grep ok | tr -d x',
    'cargo test; docker run img cat results.txt',
    'cargo test | Select-String ok',
    "trap 'cat results.txt' EXIT; cargo test",
    'cargo test; echo "$(cat results.txt)"; ls',
    'for f in a b; do cargo test; cat $f; done',
    'if cargo test; then cat results.txt; fi',
    'cargo test; cat results.txt | ',
    'cargo test; cat results.txt; echo "unclosed',
    'show() { cat results.txt; }; cargo test; show',
    '{ cargo test; cat results.txt; } 2>&1 | tee log',
    'cargo test & cat results.txt',
    'cat <(cargo test) results.txt',
  ])('keeps all rows: %s', async command => {
    const run = await reduce(`${cargoRun}${rows.join('\n')}\n`, { command });
    expect([command, keptOf(run.text, rows), run.warnings]).toEqual([command, rows.length, []]);
  });

  test.each(['pytest -v; python dump.py', 'pytest -v; ./dump', 'make all; pytest; ./dump'])(
    'keeps what no rule knows, however much it is: %s',
    async command => {
      const text = `${pytestRun}${dump.join('\n')}\n`;
      expect(keptOf((await reduce(text)).text, dump)).toBeLessThan(dump.length);
      const run = await reduce(text, { command });
      expect([keptOf(run.text, dump), keptOf(run.text, pytestRun.split('\n').slice(4, 200))]).toEqual([dump.length, 0]);
    },
  );
});

describe('several commands whose rules are known', () => {
  test.each([
    ['cargo test -p a && cargo test -p b', 'rule tests/cargo-test: command cargo'],
    ['cargo test -p a; echo "exit: $?"', 'rule tests/cargo-test: command cargo'],
    ['for c in a b; do cargo test -p $c; done', 'rule tests/cargo-test: command cargo'],
    ['cargo build && cargo test', 'rule tests/cargo-test: output shows'],
    ['docker run --rm img cargo test', 'rule tests/cargo-test: output shows'],
    ['cargo test | tr -d x', 'rule tests/cargo-test: output shows'],
    ['npm test |', 'rule tests/cargo-test: output shows'],
    ['& "C:\\x\\y.exe" a', 'rule tests/cargo-test: output shows'],
    ['(((', 'rule tests/cargo-test: output shows'],
  ])('%s', async (command, why) => {
    const { report, text } = await reduce(cargoRun, { command });
    expect([report.trace[0]?.slice(0, why.length), report.rule, report.shape]).toEqual([
      why,
      'tests/cargo-test',
      'verdict',
    ]);
    expect(text).not.toContain('case_17 ');
  });

  test('of two runs, each is reduced by what it shows', async () => {
    const [install, tests] = [recorded('pip/sdist'), cargoRun];
    const run = await reduce(`${install}${tests}`, { command: 'pip install -r requirements.txt && cargo test' });
    expect([run.report.shape, keptOf(run.text, tests.split('\n').slice(1, 201))]).toEqual(['verdict', 0]);
  });

  test('logs that are printed one after the other are a log', async () => {
    const log = range(2_000).map(n => {
      const time = new Date(Date.UTC(2026, 10, 20) + n * 1000).toISOString();
      return `${time} INFO worker: request ${n} took ${n % 97} ms`;
    });
    const run = await reduce(`${log.join('\n')}\n`, { command: 'cat a.log; cat b.log' });
    expect([run.report.shape, run.report.isLossy]).toEqual(['stream', true]);
  });
});

test.each(['npx jest --help', 'cargo help test', 'cd app && pytest --help | head -400', 'npm help'])(
  'what %s prints is what a program says of itself: all of it stays',
  async command => {
    const { report } = await reduce(`${cargoRun}${pytestRun}`, { command });
    expect(report).toMatchObject({ shape: 'document', isLossy: false, omitted: [] });
  },
);

test('a command is taken as text or as words', async () => {
  const text = await reduce(cargoRun, { command: "bash -lc 'cd x && cargo test'" });
  const words = await reduce(cargoRun, { command: ['bash', '-lc', 'cd x && cargo test'] });
  expect(words.report.trace).toEqual(text.report.trace);
  expect(words.report.rule).toBe('tests/cargo-test');
});
