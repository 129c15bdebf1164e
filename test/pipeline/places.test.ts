/** What a linter finds stays, however much it finds and whatever its words. */
import { expect, test } from 'vitest';
import { checkTexts, reduce } from '../support/run.js';
import { unfold } from '../support/unfold.js';

const kinds = ['name[play]: All plays should be named.', 'yaml[indentation]: Wrong indentation: expected at least 3'];
const finding = (i: number): string => `${kinds[i % 2]}\nplaybooks/site-${i % 40}.yml:${i + 1}\n`;
const raw = `${Array.from({ length: 600 }, (_, i) => finding(i)).join('\n')}\n# Rule Violation Summary\n\nFailed: 600 failure(s), 0 warning(s)\n`;

test('600 findings without a word that warns: every place and what is said of it', async () => {
  const { text, report } = await reduce(raw, { command: 'flake8' });
  expect(report.shape).toBe('verdict');
  const whole = unfold(text);
  const lost = Array.from({ length: 600 }, (_, i) => finding(i)).filter(each => !whole.includes(each));
  expect(lost).toEqual([]);
  expect((await checkTexts(raw, text)).violation).toBeUndefined();
});
