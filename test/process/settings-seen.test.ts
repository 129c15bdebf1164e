/** What stats and doctor make of settings. */
import { existsSync, mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { folder, script, tinyjuice, tokenIn } from './cli.js';
import { freshUser } from './rule-places.js';
import { noisyLog } from './samples.js';

function userWith(toml: string) {
  const user = freshUser();
  const file = user.write('config.toml', `[tokenjuice]\n${toml}\n`);
  const [state, cache] = [mkdtempSync(join(folder, 'state-')), mkdtempSync(join(folder, 'cache-'))];
  const env = { ...user.env, XDG_STATE_HOME: state, XDG_CACHE_HOME: cache };
  return { file, env, events: join(state, 'tinyjuice/events') };
}

test.each([
  ['record_stats = true', true],
  ['record_stats = false', false],
])('%s: runs and retrievals are counted: %s', async (toml, isCounted) => {
  const { env, events } = userWith(toml);
  const { text } = await tinyjuice(['reduce'], { input: noisyLog(2_000), env });
  await tinyjuice(['retrieve', tokenIn(text)], { env });
  await script('tj wrap -- echo x', { env });
  expect(existsSync(events)).toBe(isCounted);
});

test('doctor calls a configuration broken that cannot be used, and shows nothing of it', async () => {
  const { env } = userWith('profile = "sk-secret"\napi_key = "sk-secret"');
  const { code, text, err } = await tinyjuice(['doctor'], { env });
  expect(code).toBe(1);
  expect(text).toMatch(/^broken +config +2 settings cannot be used$/m);
  expect(text + err).not.toMatch(/sk-secret|api_key/);
});

test('doctor looks at the store that is set', async () => {
  const dir = join(folder, 'store-for-doctor');
  const { env } = userWith(`[tokenjuice.ccr]\ndir = "${dir}"`);
  await tinyjuice(['reduce'], { input: noisyLog(2_000), env });
  expect((await tinyjuice(['doctor'], { env })).text).toMatch(/^ok +store +\S*store-for-doctor/m);
});
