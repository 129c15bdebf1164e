/** Calls of an assertion tell nothing that the user's own call does not. */
import { expect, test } from 'vitest';
import { checkTexts, reduce } from '../support/run.js';

const stack = (at: number, calls: string): string => `[FAIL]
Traceback (most recent call last):
  File "/home/dev/berths/test_berths.py", line ${at}, in test_berth_${at}
    self.assertEqual(berth.number, ${at})
${calls}twisted.trial.unittest.FailTest: ${at - 1} != ${at}

test_berths.BerthTest.test_berth_${at}
-------------------------------------------------------------------------------
`;
const library = '/usr/lib/python3.11/unittest/case.py';
const assertions = `  File "${library}", line 873, in assertEqual
    assertion_func(first, second, msg=msg)
  File "${library}", line 866, in _baseAssertEqual
    raise self.failureException(msg)
`;
const reduceRun = (raw: string) => reduce(raw, { command: 'trial test_berths', exitCode: 1 });

test('where an assertion has failed, its own calls go, and the call of it stays', async () => {
  const raw = [12, 20, 31].map(at => stack(at, assertions)).join('');
  const { text } = await reduceRun(raw);
  expect(text).not.toContain(library);
  for (const at of [12, 20, 31]) {
    expect(text).toContain(`File "/home/dev/berths/test_berths.py", line ${at}, in test_berth_${at}`);
    expect(text).toContain(`FailTest: ${at - 1} != ${at}`);
  }
  expect((await checkTexts(raw, text)).violation).toBeUndefined();
});

test('the newest call of another library stays', async () => {
  const calls = '  File "/usr/lib/python3.11/json/decoder.py", line 355, in raw_decode\n    raise JSONDecodeError(s)\n';
  const raw = [12, 20, 31].map(at => stack(at, calls)).join('');
  expect((await reduceRun(raw)).text).toContain('json/decoder.py", line 355');
});
