/** Which records of a log are shown: the first of each kind, and of errors as many as there is room for. */
import { expect, test } from 'vitest';
import { isRecordStart } from '../../src/text/record.js';
import { reduce } from '../support/run.js';

test.each([
  'Nov 22, 2026 4:56:26 PM Dispatch main',
  '[GIN] 2026/11/22 - 16:59:09 | 200 |  25.67µs |        10.0.3.1 | GET      "/shows/2"',
  '[Nest] 2413  - 11/22/2026, 4:56:27 PM     LOG [NestFactory] Starting Nest application...',
  '11/22/2026, 9:05:01 AM service started',
  '2026-11-22 16:59:09,383 INFO started',
])('a record starts: %s', line => {
  expect(isRecordStart(line)).toBe(true);
});

test.each(['  at 4:56:26 in the afternoon', 'took 1:02:03 in all', '[12/15] 3:04 left', 'src/a.ts:12:05:07'])(
  'none starts: %s',
  line => {
    expect(isRecordStart(line)).toBe(false);
  },
);

const clock = (at: number): string =>
  `2026-11-22T10:${String(Math.floor(at / 60)).padStart(2, '0')}:${String(at % 60).padStart(2, '0')}Z`;
const logOf = (lines: number, every: number): string =>
  Array.from({ length: lines }, (_, at) =>
    at % every === 0 ? `${clock(at)} ERROR show ${at}: row A sold out` : `${clock(at)} INFO GET /shows/${at} 200`,
  ).join('\n');

test('each of a few errors is shown, and of many the first ones and the last', async () => {
  const few = await reduce(`${logOf(600, 60)}\n`);
  expect(few.report.shape).toBe('stream');
  for (let at = 0; at < 600; at += 60) expect(few.text).toContain(`show ${at}:`);
  const many = await reduce(`${logOf(3_000, 3)}\n`);
  expect(many.text.match(/sold out/g)?.length).toBeLessThan(130);
  for (const at of [0, 3, 6, 2_997]) expect(many.text).toContain(`show ${at}:`);
});

test('what a command reads to have it as it is comes as it is, equal lines too', async () => {
  const rows = ['id,name', ...Array.from({ length: 60 }, (_, at) => `${at >> 1},a name long enough to be folded`)];
  const raw = `${rows.join('\n')}\n`.replaceAll('7,', '8,');
  expect((await reduce(raw, { command: 'cat orders.csv' })).text).toBe(raw);
  expect((await reduce(raw, { command: 'tail -n 80 orders.csv', profile: 'light' })).text).toBe(raw);
});
