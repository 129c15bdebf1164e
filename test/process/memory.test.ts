/** Peak memory of the real binary, with wide margins: `npm run bench -- memory` has the exact figures. */
import { closeSync, openSync, readFileSync, statSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { projectRoot } from '../support/project.js';
import { cli, folder, script, tokenIn } from './cli.js';
import { noisyLog } from './samples.js';

const MIB = 1_048_576;
const preload = join(projectRoot, 'bench/kit/peak-memory.cjs');

/** Writes about `megabytes` MB of `block` again and again, then `last`. */
function largeFile(name: string, megabytes: number, block: string, last: string): string {
  const path = join(folder, name);
  const file = openSync(path, 'w');
  const bytes = Buffer.from(block);
  for (let left = megabytes * 1_000_000; left > 0; left -= bytes.length) writeSync(file, bytes);
  writeSync(file, last);
  closeSync(file);
  return path;
}

/** What a run printed, and its peak in MiB. */
async function measure(flags: string, path: string): Promise<{ text: string; code: number | null; peak: number }> {
  const env = { PEAK_MEMORY_FILE: join(folder, 'peak') };
  const run = await script(`"$NODE" --require ${preload} ${cli} reduce < ${path} ${flags}`, { env });
  return { text: run.text, code: run.code, peak: Number(readFileSync(join(folder, 'peak'), 'utf8')) / MIB };
}

describe.skipIf(process.platform !== 'linux')('memory does not grow with the input', () => {
  test('100 MB of logs, with an error in the middle of each part and one in the last line', async () => {
    const path = largeFile('large.log', 100, noisyLog(20_000), 'ERROR the very last line broke');
    expect(statSync(path).size).toBeGreaterThan(100_000_000);
    const run = await measure('--tee /dev/null', path);
    expect(run.code).toBe(0);
    expect(run.peak).toBeLessThan(200);
    expect(run.text).toContain('ERROR db.pool: connection 7 refused');
    expect(run.text).toContain('\nERROR the very last line broke\n[');
    expect(run.text.length).toBeLessThan(100_000);
    const back = await script(`tj retrieve ${tokenIn(run.text)} | cmp - ${path} && echo same`);
    expect(back.text).toBe('same\n');
  });

  test('one line of 100 MB', async () => {
    const path = largeFile('line.log', 100, '{"id":1048576,"text":"a long line"},'.repeat(4_096), '');
    const run = await measure('| wc -c', path);
    expect(run.code).toBe(0);
    expect(run.peak).toBeLessThan(220);
  });

  test('100 MB as they are', async () => {
    const path = largeFile('raw.log', 100, noisyLog(20_000), '');
    const run = await measure(`--raw | cmp - ${path} && echo same`, path);
    expect({ text: run.text }).toEqual({ text: 'same\n' });
    expect(run.peak).toBeLessThan(150);
  });
});
