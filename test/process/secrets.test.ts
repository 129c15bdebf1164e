/** A run over a text that holds a secret. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { PLANTED } from '../ccr/planted.js';
import { folder, tinyjuice, tokenIn } from './cli.js';
import { noisyLog } from './samples.js';

const secret = PLANTED['GitHub token'] ?? '';
const SAID =
  'tinyjuice: what looks like a secret (GitHub token) is not stored, see ccr.secrets: nothing more is left out\n';

function storedIn(cache: string): string {
  const dir = join(cache, 'tinyjuice/ccr');
  return readdirSync(dir, { recursive: true, withFileTypes: true })
    .filter(entry => entry.isFile())
    .map(entry => readFileSync(join(entry.parentPath, entry.name), 'latin1'))
    .join('\n');
}

test('in the middle: what stands before may be left out, and nothing behind it', async () => {
  const env = { XDG_CACHE_HOME: join(folder, 'middle') };
  const lines = noisyLog(40_000).split('\n');
  lines[20_000] = `INFO export TOKEN=${secret}`;
  const input = lines.join('\n');
  const run = await tinyjuice(['reduce'], { input, env });
  expect(run).toMatchObject({ code: 0, err: SAID });
  expect(run.text).toContain(lines.slice(20_000, -1).join('\n'));
  expect(run.text.length).toBeLessThan(input.length * 0.7);
  const token = tokenIn(run.text);
  const { text: kept, err } = await tinyjuice(['retrieve', token], { env });
  expect(err).toBe(
    `tinyjuice: ${token} holds the first ${kept.length} bytes: behind them stands what looks like a secret.\n`,
  );
  expect(input.startsWith(kept)).toBe(true);
  expect(kept.length).toBeGreaterThan(100_000);
  expect(storedIn(env.XDG_CACHE_HOME)).not.toContain(secret.slice(4));
});

test('explain tells of it as reduce does', async () => {
  const lines = noisyLog(40_000).split('\n');
  lines[20_000] = `INFO export TOKEN=${secret}`;
  const input = lines.join('\n');
  const run = await tinyjuice(['explain', '--output', '-', '--json'], { input });
  const { omitted } = JSON.parse(run.text) as { omitted: readonly { to: number }[] };
  expect(omitted.length).toBeGreaterThan(0);
  expect(omitted.at(-1)?.to).toBeLessThanOrEqual(20_000);
  const text = await tinyjuice(['explain', '--output', '-'], { input });
  expect(text.text).toContain(`warning: ${SAID.slice('tinyjuice: '.length)}`);
  const asAnyOther = await tinyjuice(['explain', '--output', '-'], { input, env: { TINYJUICE_CCR_SECRETS: 'store' } });
  expect(asAnyOther.text).not.toContain('warning');
});

test('ccr.secrets = redact: all is stored but the secret, and retrieve says so', async () => {
  const env = { XDG_CACHE_HOME: join(folder, 'redacted'), TINYJUICE_CCR_SECRETS: 'redact' };
  const input = `${noisyLog(3_000)}INFO export TOKEN=${secret}\n${noisyLog(3_000)}`;
  const run = await tinyjuice(['reduce'], { input, env });
  expect(run).toMatchObject({ code: 0, err: '' });
  expect(run.text.length).toBeLessThan(input.length / 2);
  const token = tokenIn(run.text);
  expect(await tinyjuice(['retrieve', token], { env })).toMatchObject({
    text: input.replace(secret.slice(4), '*'.repeat(secret.length - 4)),
    err: `tinyjuice: ${token} is not as it came: what looks like a secret is replaced by asterisks.\n`,
  });
  const json = JSON.parse((await tinyjuice(['retrieve', token, '--lines', '1', '--json'], { env })).text);
  expect(json.remarks).toEqual(['is not as it came: what looks like a secret is replaced by asterisks.']);
  expect(storedIn(env.XDG_CACHE_HOME)).not.toContain(secret.slice(4));
});

test('ccr.secrets = store: as any other text', async () => {
  const env = { XDG_CACHE_HOME: join(folder, 'stored'), TINYJUICE_CCR_SECRETS: 'store' };
  const input = `${noisyLog(3_000)}${secret}\n`;
  const run = await tinyjuice(['reduce', '--max-chars', '600'], { input, env });
  expect(run).toMatchObject({ code: 0, err: '' });
  expect((await tinyjuice(['retrieve', tokenIn(run.text)], { env })).text).toBe(input);
});
