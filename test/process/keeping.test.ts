/** Originals that are looked after by hand: `ls`, `rm`, `gc`. */
import { utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { namesIn } from '../ccr/store.js';
import { folder, tinyjuice, tokenIn } from './cli.js';
import { noisyLog } from './samples.js';

let count = 0;

/** A store of its own with originals of these sizes in lines, the oldest first, a minute between them. */
async function stored(...sizes: readonly number[]) {
  count += 1;
  const env = { XDG_CACHE_HOME: join(folder, `kept-${count}`) };
  const dir = join(env.XDG_CACHE_HOME, 'tinyjuice/ccr');
  const tokens: string[] = [];
  for (const lines of sizes) {
    const input = noisyLog(lines);
    tokens.push(tokenIn((await tinyjuice(['reduce', '--command', 'serve --key hunter2'], { input, env })).text));
  }
  const nowSecs = Date.now() / 1000;
  for (const [at, token] of tokens.entries()) {
    const secs = nowSecs - 60 * (tokens.length - at);
    utimesSync(join(dir, token), secs, secs);
  }
  return { env, dir, tokens };
}

describe('ls', () => {
  test('lists token, age, size, lines and program, the newest first, and nothing of the content', async () => {
    const { env, dir, tokens } = await stored(2_000, 3_000);
    writeFileSync(join(dir, 'tj_0000000000'), 'damaged');
    utimesSync(join(dir, 'tj_0000000000'), 1_700_000_000, 1_700_000_000);
    const { text, code } = await tinyjuice(['ls'], { env });
    expect(code).toBe(0);
    const [newest, oldest, damaged] = text.split('\n');
    expect(newest).toMatch(new RegExp(`^${tokens[1]}  1 min  +[\\d.]+ kB  3000 lines +serve$`));
    expect(oldest).toMatch(new RegExp(`^${tokens[0]}  2 min  +[\\d.]+ kB  2000 lines +serve$`));
    expect(damaged).toMatch(/^tj_0000000000 {2}\d+ d {2,}7 bytes {2,}- +damaged$/);
    expect(text).not.toContain('hunter2');
    const { originals } = JSON.parse((await tinyjuice(['ls', '--json'], { env })).text);
    expect(originals).toMatchObject([
      { token: tokens[1], bytes: Buffer.byteLength(noisyLog(3_000)), lines: 3_000, program: 'serve' },
      { token: tokens[0], lines: 2_000 },
      { token: 'tj_0000000000', isDamaged: true, storedBytes: 7 },
    ]);
    expect(originals[0].ageSecs).toBeGreaterThanOrEqual(60);
    expect(originals[0].ageSecs).toBeLessThan(120);
  });

  test('of a store that is not there lists nothing', async () => {
    const env = { XDG_CACHE_HOME: join(folder, 'never-made') };
    expect(await tinyjuice(['ls'], { env })).toMatchObject({ code: 0, text: '', err: '' });
    expect(await tinyjuice(['ls', '--json'], { env })).toMatchObject({ code: 0, text: '{"originals":[]}\n' });
  });
});

describe('rm', () => {
  test('removes the originals that are named, and says which are not there', async () => {
    const { env, dir, tokens } = await stored(2_000, 2_100, 2_200);
    expect(await tinyjuice(['rm', tokens[0] ?? '', tokens[2] ?? ''], { env })).toMatchObject({
      code: 0,
      text: '',
      err: '',
    });
    expect(namesIn(dir)).toEqual([tokens[1]]);
    expect(await tinyjuice(['rm', tokens[0] ?? '', tokens[1] ?? ''], { env })).toMatchObject({
      code: 3,
      err: `tinyjuice: no stored output has the token ${tokens[0]}.\n`,
    });
    expect(namesIn(dir)).toEqual([]);
  });

  test.each([
    ['../../etc/passwd'],
    ['TJ_7X3K9Q2MZV'],
    ['tj_7x3k9q2mzｖ'],
    ['tally'],
    ['drafts'],
    [''],
    ['x'.repeat(100_000)],
  ])('what is no token is refused, and nothing goes (%#)', async word => {
    const { env, dir, tokens } = await stored(2_000);
    const run = await tinyjuice(['rm', tokens[0] ?? '', word], { env });
    expect(run.code).toBe(2);
    expect(run.err).toMatch(/^tinyjuice: .{1,80} is not a token\. .*\n$/);
    expect(namesIn(dir)).toEqual(tokens);
  });
});

describe('gc', () => {
  test('--dry-run says what would go, and takes nothing', async () => {
    const { env, dir } = await stored(2_000, 2_100, 2_200);
    const { text } = await tinyjuice(['gc', '--ttl-secs', '150', '--dry-run'], { env });
    expect(text).toMatch(/^would remove 1 original \([\d.]+ kB\); 2 originals \([\d.]+ kB\) left\n$/);
    expect(namesIn(dir)).toHaveLength(3);
    const json = JSON.parse((await tinyjuice(['gc', '--ttl-secs', '0', '--dry-run', '--json'], { env })).text);
    expect(json).toMatchObject({
      isDryRun: true,
      removed: { originals: 3, drafts: 0 },
      left: { originals: 0, bytes: 0 },
    });
  });

  test('removes what is older than --ttl-secs, then the oldest above --max-bytes, then drafts of the dead', async () => {
    const { env, dir, tokens } = await stored(2_000, 2_100, 2_200);
    writeFileSync(join(dir, 'drafts', 'tmp-999999999-0123456789ab'), 'partial');
    expect((await tinyjuice(['gc'], { env })).text).toMatch(
      /^removed 0 originals and 1 unfinished file \(7 bytes\); 3 originals \([\d.]+ kB\) left\n$/,
    );
    await tinyjuice(['gc', '--ttl-secs', '150'], { env });
    expect(namesIn(dir)).toEqual(tokens.slice(1).sort());
    const bytes = Buffer.byteLength(noisyLog(2_200)) + 1_000;
    await tinyjuice(['gc', '--max-bytes', `${bytes}`], { env });
    expect(namesIn(dir)).toEqual(tokens.slice(2));
    await tinyjuice(['gc', '--max-bytes', '0'], { env });
    expect(namesIn(dir)).toEqual([]);
  });
});
