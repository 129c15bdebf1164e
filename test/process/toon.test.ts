/** TOON, by the variables that its users know, and in a configuration. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { folder, tinyjuice } from './cli.js';

const text = `${JSON.stringify({ a: { deep: Array.from({ length: 900 }, (_, at) => at * 7) }, text: 'x' }, undefined, 2)}\n`;
const ON = { TOON_ENABLED: 'true' };
const reduce = (env: NodeJS.ProcessEnv, ...flags: readonly string[]) =>
  tinyjuice(['reduce', ...flags, '-'], { input: text, env });

test('is written where it is turned on, told of on stderr, and decoded', async () => {
  const { text: form, err, code } = await reduce(ON);
  expect([form.split('\n', 1)[0], code]).toEqual(['[json as toon, indent 2; exact: tinyjuice decode]', 0]);
  expect(err).toMatch(
    /^tinyjuice: TOON: \{"originalBytes":\d+,"compressedBytes":\d+,"savedBytes":\d+,"savedPercent":[\d.]+,"tokensBefore":\d+,"tokensAfter":\d+\}\n$/,
  );
  expect((await tinyjuice(['decode', '-'], { input: form })).text).toBe(text);
  expect((await reduce({ ...ON, TOON_LOG_STATS: 'false' })).err).toBe('');
  expect((await reduce({ ...ON, TOON_MIN_BYTES: `${text.length}` })).text).not.toContain('toon');
  expect((await reduce({})).text).not.toContain('toon');
  const { compaction } = JSON.parse((await reduce(ON, '--json')).text);
  expect(compaction).toMatchObject({ compressor: 'toon', toon: { originalBytes: text.length } });
});

test('is a table of its own in the configuration', async () => {
  mkdirSync(join(folder, 'toon/tinyjuice'), { recursive: true });
  writeFileSync(join(folder, 'toon/tinyjuice/config.toml'), '[tokenjuice.toon]\nenabled = true\nlog_stats = false\n');
  const { text: form, err } = await reduce({ XDG_CONFIG_HOME: join(folder, 'toon') });
  expect(form).toContain('json as toon');
  expect(err).toBe('');
});

describe('a failure', () => {
  const env = { ...ON, TOON_FAIL_OPEN: 'false', TINYJUICE_PROVOKE: 'toon' };

  test('is the end of the run where that is wanted, and the original is there', async () => {
    const { text: out, err, code } = await reduce(env);
    expect([out, code]).toEqual([text, 70]);
    expect(err).toContain('TOON failed (provoked): the text stays as it is.');
    expect(JSON.parse((await reduce(env, '--json')).text)).toMatchObject({ inlineText: text });
  });

  test('never changes how a command ends', async () => {
    const wrapped = await tinyjuice(['wrap', '--', 'cat', 'long.json'], { env });
    writeFileSync(join(folder, 'long.json'), text);
    expect((await tinyjuice(['wrap', '-c', 'cat long.json; exit 3'], { env })).code).toBe(3);
    expect(wrapped.code).toBe(1);
  });
});
