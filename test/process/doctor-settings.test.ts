import { existsSync } from 'node:fs';
import { expect, test } from 'vitest';
import { tinyjuice, tokenIn } from './cli.js';
import { examine, freshUser, reduceOnce } from './patient.js';

test.each([
  ['config', 'broken', 'colour = "hunter2"'],
  ['config', 'broken', 'no TOML'],
  ['profile', 'disabled', 'enabled = false'],
  ['profile', 'disabled', 'profile = "off"'],
  ['stats', 'disabled', 'record_stats = false'],
  ['store', 'disabled', '[tinyjuice.ccr]\nenabled = false'],
  ['store', 'broken', '[tinyjuice.ccr]\ndir = "/dev/null/originals"'],
])('%s is %s with the setting %s', async (name, state, setting) => {
  const user = freshUser();
  user.rules.write(
    'config.toml',
    setting.startsWith('[') || setting === 'no TOML' ? setting : `[tinyjuice]\n${setting}\n`,
  );
  const { of, run } = await examine({ env: user.env });
  expect(of(name)?.state).toBe(state);
  expect(run.text).not.toContain('hunter2');
});

test('where runs are not to be counted, retrievals are not either', async () => {
  const user = freshUser();
  user.rules.write('config.toml', '[tinyjuice]\nrecord_stats = false\n');
  const { text } = await reduceOnce(user.env);
  await tinyjuice(['retrieve', tokenIn(text), '--lines', '1-5'], { env: user.env });
  expect(existsSync(user.events)).toBe(false);
});
