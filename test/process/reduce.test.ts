import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { fileOf, folder, script, tinyjuice, tokenIn } from './cli.js';
import { hardContents, noisyLog, recorded } from './samples.js';

const log = noisyLog(2_000);
const logFile = fileOf('log.txt', log);

interface Json {
  readonly inlineText: string;
  readonly stats: Readonly<Record<string, number>>;
  readonly classification: { readonly family?: string; readonly matchedReducer?: string; readonly confidence: number };
  readonly compaction: {
    readonly applied: boolean;
    readonly lossy: boolean;
    readonly shape?: string;
    readonly skipReason?: string;
    readonly omitted: readonly { readonly from: number; readonly to: number }[];
  };
  readonly recovery?: {
    readonly token: string;
    readonly command: string;
    readonly bytes: number;
    readonly lines: number;
  };
  readonly trace: readonly string[];
}

describe('three ways to switch it off give the bytes as they are', () => {
  describe.each(Object.entries(hardContents))('%s', (name, content) => {
    const path = fileOf(`hard-${name.replace(/\W/g, '-')}`, content);

    test.each([
      ['--raw', ['--raw'], {}],
      ['--profile off', ['--profile', 'off'], {}],
      ['TINYJUICE=off', [], { TINYJUICE: 'off' }],
    ])('%s', async (_way, flags, env) => {
      for (const words of [[path], ['-']]) {
        const run = await tinyjuice(['reduce', ...flags, ...words], { input: content, env });
        expect({ code: run.code, err: run.err, isSame: run.out.equals(content) }).toEqual({
          code: 0,
          err: '',
          isSame: true,
        });
      }
    });
  });

  test('a flag wins over the environment', async () => {
    const on = await tinyjuice(['reduce', '--profile', 'full', logFile], { env: { TINYJUICE: 'off' } });
    expect(on.text.length).toBeLessThan(log.length);
    const off = await tinyjuice(['reduce', '--raw', logFile], { env: { TINYJUICE: 'full' } });
    expect(off.text).toBe(log);
  });

  test('nothing is kept then', async () => {
    const env = { XDG_CACHE_HOME: join(folder, 'untouched') };
    await tinyjuice(['reduce', '--raw', logFile], { env });
    expect(existsSync(join(folder, 'untouched'))).toBe(false);
  });
});

describe('what is not reduced', () => {
  test('binary input passes whole, and one line on stderr says so', async () => {
    const binary = readFileSync(process.execPath).subarray(0, 300_000);
    const run = await tinyjuice(['reduce'], { input: binary });
    expect(run.out.equals(binary)).toBe(true);
    expect(run.err).toMatch(/^tinyjuice: the input is binary [^\n]*: passed through as it is\n$/);
  });

  test('no input gives no output', async () => {
    expect(await tinyjuice(['reduce'])).toMatchObject({ code: 0, text: '', err: '' });
  });

  test('an input under 512 bytes is rendered, never reduced', async () => {
    const small = 'the same line\n'.repeat(30);
    expect(small.length).toBeLessThan(512);
    expect((await tinyjuice(['reduce'], { input: small })).text).toBe(small);
    const findings = Array.from({ length: 9 }, (_, i) => `src/server/handlers/cart.c:${i}:1: error: x\n`).join('');
    expect((await tinyjuice(['reduce'], { input: findings })).text).toBe(findings);
    const redrawn = 'fetch 10%\rfetch 50%\rfetch 100%\n\u001b[32mdone\u001b[0m\n';
    expect((await tinyjuice(['reduce'], { input: redrawn })).text).toBe('fetch 100%\ndone\n');
  });

  test('an empty --command is none', async () => {
    const run = await tinyjuice(['reduce', '--command', '', '-'], { input: 'one\ntwo\n' });
    expect(run).toMatchObject({ code: 0, text: 'one\ntwo\n', err: '' });
  });

  test('512 bytes of it are', async () => {
    const text = 'the same line\n'.repeat(37);
    expect(text.length).toBeGreaterThanOrEqual(512);
    expect((await tinyjuice(['reduce'], { input: text })).text).toBe('the same line [x37]\n');
  });

  test('our own output', async () => {
    const once = await tinyjuice(['reduce', logFile]);
    expect((await tinyjuice(['reduce'], { input: once.out })).text).toBe(once.text);
  });

  test('--profile light leaves nothing out and keeps nothing', async () => {
    const env = { XDG_CACHE_HOME: join(folder, 'light') };
    const run = await tinyjuice(['reduce', '--profile', 'light', logFile], { env });
    expect(run).toMatchObject({ code: 0, err: '' });
    expect(run.text).not.toMatch(/^\[\.\.\./m);
    expect(existsSync(join(folder, 'light'))).toBe(false);
  });
});

describe('the result', () => {
  test('is the same from a file, from stdin, and twice', async () => {
    const [file, again, stdin, dash] = [
      await tinyjuice(['reduce', logFile]),
      await tinyjuice(['reduce', logFile]),
      await tinyjuice(['reduce'], { input: log }),
      await script(`cat ${logFile} | tj reduce -`),
    ];
    expect([again.text, stdin.text, dash.text]).toEqual([file.text, file.text, file.text]);
    expect(file.text.length).toBeLessThan(log.length);
    expect(file.text).toContain('ERROR db.pool: connection 7 refused');
    expect(file.err).toBe('');
  });

  test('lines that nobody has counted are no number of a report', async () => {
    const run = await tinyjuice(['reduce', '--json', '--trace'], { input: Buffer.from('a\xff\nb\n', 'latin1') });
    expect((JSON.parse(run.text) as Json).stats).toMatchObject({ rawBytes: 5, reducedBytes: 5 });
    expect((JSON.parse(run.text) as Json).stats).not.toHaveProperty('rawLines');
    expect(run.err).not.toContain('lines');
  });

  test('--json is one object: text, counts, what matched and why, what was left out', async () => {
    const raw = recorded('pytest/failures-26');
    const plain = await tinyjuice(['reduce', '--exit-code', '1'], { input: raw });
    const run = await tinyjuice(['reduce', '--exit-code', '1', '--json'], { input: raw });
    const json = JSON.parse(run.text) as Json;
    expect(json.inlineText).toBe(plain.text);
    expect(json.classification).toMatchObject({ family: 'test-results', matchedReducer: 'tests/pytest' });
    expect(json.trace.join('\n')).toContain('rule tests/pytest');
    expect(json.stats).toMatchObject({ rawBytes: raw.length, reducedBytes: plain.out.length, rawLines: 931 });
    expect(json.stats.reducedTokens).toBeLessThan(json.stats.rawTokens ?? 0);
    expect(json.compaction).toMatchObject({ applied: true, lossy: true, shape: 'verdict' });
    const omitted = json.compaction.omitted.reduce((sum, { from, to }) => sum + to - from + 1, 0);
    expect(plain.text).toContain(`[${omitted} of 931 lines omitted: ${json.recovery?.command}]`);
    expect(json.recovery).toMatchObject({ token: tokenIn(plain.text), bytes: raw.length, lines: 931 });
  });

  test('--json of a bypass and of a small input says that nothing was done', async () => {
    const off = JSON.parse((await tinyjuice(['reduce', '--json', '--raw'], { input: 'naïve\n' })).text) as Json;
    expect(off).toMatchObject({
      inlineText: 'naïve\n',
      compaction: { applied: false, lossy: false, skipReason: 'off' },
    });
    const small = JSON.parse((await tinyjuice(['reduce', '--json'], { input: 'a "quoted" line\\\n' })).text) as Json;
    expect(small).toMatchObject({ inlineText: 'a "quoted" line\\\n', compaction: { applied: false, lossy: false } });
  });

  test('--trace tells on stderr alone: rule and reason, shape, lines, tokens, ranges, token', async () => {
    const input = recorded('pytest/failures-26');
    const plain = await tinyjuice(['reduce'], { input });
    const run = await tinyjuice(['reduce', '--trace'], { input });
    expect(run.text).toBe(plain.text);
    for (const part of [
      /^tinyjuice: -: matched: rule tests\/pytest: output shows /m,
      /^tinyjuice: -: shape verdict, kind test-output, confidence [\d.]+, lossy, recoverable$/m,
      /^tinyjuice: -: lines 931 -> \d+, bytes 40778 -> \d+, tokens about \d+ -> \d+$/m,
      /^tinyjuice: -: omitted: \d+-\d+ /m,
      new RegExp(`^tinyjuice: -: original: ${tokenIn(run.text)}, 40778 bytes$`, 'm'),
    ])
      expect(run.err).toMatch(part);
  });

  test('--tee has every raw byte, whatever is shown', async () => {
    const tee = join(folder, 'tee.bin');
    for (const flags of [[], ['--raw'], ['--json'], ['--profile', 'light']]) {
      for (const content of [Buffer.from(log), ...Object.values(hardContents)]) {
        writeFileSync(tee, 'from before');
        expect((await tinyjuice(['reduce', '--tee', tee, ...flags], { input: content })).code).toBe(0);
        expect(readFileSync(tee).equals(content)).toBe(true);
      }
    }
  });

  test('--command names the rule, also where the text does not', async () => {
    const input = 'nothing that a tool would print\n'.repeat(40);
    const run = await tinyjuice(['reduce', '--json', '--command', 'cd x && npx vitest run'], { input });
    expect((JSON.parse(run.text) as Json).classification.matchedReducer).toBe('tests/vitest');
  });

  test('--exit-code tells of a failure: not less is shown than of a success', async () => {
    const input = recorded('jest/each-failures');
    const [ended, failed] = [
      await tinyjuice(['reduce', '--exit-code', '0'], { input }),
      await tinyjuice(['reduce', '--exit-code', '1'], { input }),
    ];
    expect(failed.out.length).toBeGreaterThanOrEqual(ended.out.length);
  });

  test('a file name that begins with a hyphen stands behind --', async () => {
    fileOf('-odd.txt', log);
    expect((await tinyjuice(['reduce', '--', '-odd.txt'])).text).toBe((await tinyjuice(['reduce', logFile])).text);
  });

  test('20 runs at once do not disturb each other', async () => {
    const inputs = Array.from({ length: 20 }, (_, i) => noisyLog(500 + i));
    const runs = await Promise.all(inputs.map(input => tinyjuice(['reduce'], { input })));
    for (const [at, run] of runs.entries()) {
      expect(run).toMatchObject({ code: 0, err: '' });
      expect((await tinyjuice(['retrieve', tokenIn(run.text)])).text).toBe(inputs[at]);
    }
  });
});
