/** How two values differ is shown, however long the output above is. */
import { expect, test } from 'vitest';
import { checkTexts, reduce } from '../support/run.js';

/** More than a failed run may show of plain lines. */
const noise = Array.from({ length: 600 }, (_, at) => `loaded module number ${at} of the shop, and warmed it up`);
const end = ['', 'Tests:       1 failed, 40 passed, 41 total', ''];

test.each([
  [
    'jest',
    [
      '    - Expected  - 1',
      '    + Received  + 2',
      '',
      '      Object {',
      '    -   "depth": 7,',
      '    +   "depth": 9,',
      '    +   "tide": "low",',
      '      }',
      '',
      '      at Object.toEqual (src/quay.test.js:6:40)',
    ],
  ],
  [
    'mocha',
    [
      '      + expected - actual',
      '',
      '       {',
      '      -  "depth": 9',
      '      +  "depth": 7',
      '       }',
      '',
      '      at Context.<anonymous> (test/quay.spec.js:8:14)',
    ],
  ],
  [
    'go-cmp',
    [
      '    quay_test.go:14: Depth() mismatch (-want +got):',
      '          quay.Depth{',
      '        - \tMetres: 7,',
      '        + \tMetres: 9,',
      '          }',
    ],
  ],
] as const)('of %s', async (_name, lines) => {
  const raw = [...noise, '  ● quay › is as deep as it was', ...lines, ...end].join('\n');
  const { text, report } = await reduce(raw, { command: 'npm test', exitCode: 1 });
  expect(report.isLossy).toBe(true);
  for (const line of lines) if (/^\s*[-+]/.test(line)) expect(text.split('\n')).toContain(line);
  expect((await checkTexts(raw, text)).violation).toBeUndefined();
});
