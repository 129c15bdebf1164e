/** What is left out of a search is told by file, whatever the search has been told to write: no file goes unnamed. */
import { describe, expect, test } from 'vitest';
import { checkTexts, reduce } from '../support/run.js';

interface Hit {
  readonly file: string;
  readonly line: number;
  readonly text: string;
}

const WORDS = ['order', 'cart', 'total', 'user', 'token', 'parse', 'render', 'index'];
const FILES = 72;
const HITS = 60;
const word = (at: number): string => WORDS[(at * 7 + (at >> 3)) % WORDS.length] ?? '';

/** A file with a line of 600,000 characters first. */
const hits: readonly Hit[] = Array.from({ length: FILES }, (_, file) =>
  Array.from({ length: HITS }, (_, at) => ({
    file: `packages/p${file % 9}/src/${word(file)}/file${file % 5 === 0 ? ' ' : '-'}${file}.ts`,
    line: at * 6 + 1,
    text: at === 0 && file === 0 ? 'f(1);'.repeat(120_000) : `  const ${word(at)} = needle(${word(file + at)}, ${at});`,
  })),
).flat();
const byFile = [...new Set(hits.map(({ file }) => file))];
const ofFile = (file: string): readonly Hit[] => hits.filter(hit => hit.file === file);

const jsonOf = (type: string, { file, line, text }: Hit): string =>
  JSON.stringify({
    type,
    data: { path: { text: file }, lines: { text: `${text}\n` }, line_number: line, absolute_offset: 0, submatches: [] },
  });
const around = ({ file, line }: Hit): readonly string[] => [
  `${file}-${line + 1}-  return a[3]:4: said;`,
  `${file}-${line + 2}-`,
];

const SEARCHES: Readonly<Record<string, readonly string[]>> = {
  'rg -n': hits.map(({ file, line, text }) => `${file}:${line}:${text}`),
  'rg --vimgrep': hits.map(({ file, line, text }) => `${file}:${line}:11:${text}`),
  'rg --heading -n': byFile.flatMap((file, at) => [
    ...(at === 0 ? [] : ['']),
    file,
    ...ofFile(file).map(({ line, text }) => `${line}:${text}`),
  ]),
  'rg --json': byFile.flatMap(file => [
    JSON.stringify({ type: 'begin', data: { path: { text: file } } }),
    ...ofFile(file).map(hit => jsonOf('match', hit)),
    JSON.stringify({ type: 'end', data: { path: { text: file }, binary_offset: null } }),
  ]),
  'grep -n -C2': hits.flatMap(hit => [`${hit.file}:${hit.line}:${hit.text}`, ...around(hit), '--']),
};

/** What the marks say: how many hits there are in the gaps, and in which files. */
function told(text: string) {
  const lines = text.split('\n');
  const names: string[] = [];
  let all = 0;
  for (const [at, line] of lines.entries()) {
    const inFile = Number(/^\[\.\.\. lines? [\d-]+: (\d+) hits in .+\.ts\]$/.exec(line)?.[1] ?? 0);
    if (inFile > 0) names.push(`.ts:${inFile}`);
    all += inFile;
    const [, count = 0, size = 0] =
      /^\[\.\.\. lines [\d-]+: (\d+) hits, by file in the next (\d+) lines\]$/.exec(line) ?? [];
    all += Number(count);
    names.push(...lines.slice(at + 1, at + 1 + Number(size)));
  }
  const counts = names.flatMap(line => [...line.matchAll(/\.ts:(\d+)(?= |$)/g)].map(([, count]) => Number(count)));
  return { all, counts };
}

describe.each(Object.entries(SEARCHES))('%s', (command, lines) => {
  const raw = `${lines.join('\n')}\n`;

  test.each([
    ['told', command],
    ['untold', undefined],
  ])('%s: every file is named, and its hits are counted right', async (_name, asked) => {
    const { text, report } = await reduce(raw, asked === undefined ? {} : { command: asked });
    expect(report.isLossy).toBe(true);
    expect(text.length).toBeLessThan(200_000);
    for (const file of byFile) expect(text).toContain(file.slice(file.lastIndexOf('/') + 1));
    const { all, counts } = told(text);
    const long = text.includes('f(1);') ? 1 : 0;
    expect(all + (text.match(/needle\(/g)?.length ?? 0) + long).toBe(hits.length);
    expect(counts.reduce((sum, count) => sum + count)).toBe(all);
    expect(counts.filter(count => count === HITS).length).toBeGreaterThan(FILES / 6);
    expect(await checkTexts(raw, text)).toMatchObject({ isTrue: true });
    const damaged = [
      text.replace(/\.ts:60(?=[ \n])/, '.ts:59'),
      text.replace(/file([ -])(\d)(\d)\.ts:60/, 'file$1$3$2.ts:60'),
      text.replace(/: (\d)(\d+) hits/, ': 1$1$2 hits'),
    ];
    for (const other of damaged) expect(other === text || !(await checkTexts(raw, other)).isTrue).toBe(true);
  });
});

test('a name that is another file, and a time of day below a path, are no hits', async () => {
  const log = Array.from(
    { length: 3_000 },
    (_, at) => `12:${10 + (at % 50)}:00 step ${at} of ${word(at)} in ${at * 7}`,
  );
  const { text } = await reduce(`src/run.log\n${log.join('\n')}\n`, { command: 'rg --heading step' });
  expect(text).not.toContain(' hits');
});

test('more files than anybody reads are counted by folder', async () => {
  const lines = Array.from(
    { length: 16_000 },
    (_, at) => `lib/${word(at >> 9)}${at >> 9}/a-long-name-of-a-file-${at}.ts:1:const a = ${at};`,
  );
  const raw = `${lines.join('\n')}\n`;
  const { text } = await reduce(raw, { command: 'rg -n const' });
  expect(text).toMatch(/^lib\/\w+30\/ 512 files:512$/m);
  expect(text.length).toBeLessThan(140_000);
  expect(await checkTexts(raw, text)).toMatchObject({ isTrue: true });
});
