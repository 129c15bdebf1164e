import { describe, expect, test } from 'vitest';
import { makeLine } from '../../src/line.js';
import { blankContext } from '../../src/pipeline/stage.js';
import headings from '../../src/pipeline/stages/headings.js';
import { backtracking, compileRule } from '../../src/rules/compile.js';

const rule = compileRule({
  head: { id: 'tests/tool', family: 'test-results', shape: 'verdict', match: {} },
  origin: 'built-in',
  engine: backtracking,
  body: () => ({ headings: { suite: '^ *Suite ', step: '^ +step ' } }),
});

/** What is left of a text in which `.` begins a line that is noise. */
function kept(text: string, size = 1_000): string {
  const stage = headings.open({ ...blankContext('full', () => undefined), shape: 'verdict', rule });
  const lines = text.split('\n').map((each, index) => {
    const line = makeLine(each, '\n', index + 1);
    if (each.trimStart().startsWith('.')) line.weight = 'noise';
    return line;
  });
  const out = [];
  for (let at = 0; at < lines.length; at += size) out.push(...stage.push(lines.slice(at, at + size)));
  out.push(...stage.end());
  expect(out).toEqual(lines);
  return out
    .filter(line => line.weight !== 'noise')
    .map(line => line.text)
    .join('\n');
}

const cases: readonly (readonly [string, string, string])[] = [
  ['a suite of which all passed goes', 'Suite A\n  .ok\nSuite B\n  bad', 'Suite B\n  bad'],
  [
    'what a line that stays belongs to stays, but not its sisters',
    'Suite A\n  Suite B\n    .ok\n  Suite C\n    bad',
    'Suite A\n  Suite C\n    bad',
  ],
  [
    'a step stays for what is said below it',
    'Suite A\n  step 1\n  step 2\n    bad\n\nend',
    'Suite A\n  step 2\n    bad\n\nend',
  ],
  ['the summary below a blank line is not the last suite’s', 'Suite A\n  step 1\n\n1 passed', '\n1 passed'],
  [
    'a tool that does not indent: what comes behind a blank line is the suite’s',
    '  Suite A\n.ok\n\n1 passed',
    '  Suite A\n\n1 passed',
  ],
  ['a tag that stays keeps its suite', '@skip\nSuite A\n  step 1\n\nend', '@skip\nSuite A\n\nend'],
  ['the last heading of a run that was cut off stays', 'Suite A\n  .ok\n  step 1', 'Suite A\n  step 1'],
  [
    'more lines than are waited for: the heading stays',
    `Suite A\n${'  .ok\n'.repeat(600)}\nSuite B\n  bad`,
    'Suite A\n\nSuite B\n  bad',
  ],
];

describe('headings', () => {
  test.each(cases)('%s', (_, text, expected) => {
    expect(kept(text)).toBe(expected);
    expect(kept(text, 1)).toBe(expected);
  });
});
