import { expect, test } from 'vitest';
import { openMeter } from '../../src/custom/meter.js';

/** A clock that work moves on. */
function openClock() {
  let ms = 0;
  const work = (taken: number) => () => {
    ms += taken;
  };
  return { nowMs: () => ms, work };
}

test('little time for each character is never too much, however long the text', () => {
  const { nowMs, work } = openClock();
  let spent = 0;
  const meter = openMeter(nowMs, () => {
    spent += 1;
  });
  for (let line = 0; line < 100_000; line += 1) meter.run(`${line}${'x'.repeat(100)}`, work(0.2));
  expect([meter.isSpent, spent]).toEqual([false, 0]);
});

test('much time for each character is told once, and many patterns on one line count together', () => {
  const { nowMs, work } = openClock();
  let spent = 0;
  const meter = openMeter(nowMs, () => {
    spent += 1;
  });
  for (let line = 0; line < 100; line += 1)
    for (let pattern = 0; pattern < 100; pattern += 1) meter.run(`${line}${'x'.repeat(100)}`, work(1));
  expect([meter.isSpent, spent]).toEqual([true, 1]);
});

test('work that fails is counted, and its error comes through', () => {
  const { nowMs } = openClock();
  const meter = openMeter(nowMs, () => undefined);
  expect(() =>
    meter.run('x', () => {
      throw new Error('no pattern');
    }),
  ).toThrow('no pattern');
});
