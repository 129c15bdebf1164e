/** A text that is there as a whole: no disk before something is left out, and all of it where the disk fails. */
import { existsSync } from 'node:fs';
import { expect, test } from 'vitest';
import { openRecorder } from '../../src/ccr/recorder.js';
import { reduceWhole } from '../../src/juice/whole.js';
import { freshStore } from '../ccr/store.js';
import { readRecording } from '../support/recording.js';

const noisy = readRecording('cargo-test/assert-eq-26');

async function reduceWith(raw: Buffer, dir: string) {
  const warnings: string[] = [];
  const store = { ...freshStore(), dir };
  const { bytes, report } = await reduceWhole(raw, {
    profile: 'full',
    recorder: openRecorder(store),
    onWarning: message => warnings.push(message),
  });
  return { out: bytes.toString('utf8'), report, warnings };
}

test('something left out is kept', async () => {
  const { dir } = freshStore();
  const { report, warnings } = await reduceWith(noisy.raw, dir);
  expect(report.isLossy).toBe(true);
  expect(existsSync(`${dir}/${report.recovery?.token}`)).toBe(true);
  expect(warnings).toEqual([]);
});

test('nothing left out: the disk is not asked for', async () => {
  const { dir } = freshStore();
  const { report } = await reduceWith(Buffer.from('one of several lines that say nothing\n'.repeat(20)), dir);
  expect(report.isLossy).toBe(false);
  expect(existsSync(dir)).toBe(false);
});

test('a store that fails: all of it, and one warning', async () => {
  const { raw } = noisy;
  const { report, out, warnings } = await reduceWith(raw, '/proc/none/ccr');
  expect(report).toMatchObject({ isLossy: false, recovery: undefined, omitted: [] });
  expect(out.split('\n').length).toBeGreaterThan(raw.toString('utf8').split('\n').length * 0.9);
  expect(warnings).toHaveLength(1);
  expect(warnings[0]).toMatch(
    /^the recovery store failed \(originals cannot be kept in \/proc\/none\/ccr: .+\): nothing is left out$/,
  );
});
