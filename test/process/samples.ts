/** Texts that the binary is tried on. */
import { readRecording } from '../support/recording.js';

/** A recording that ships. */
export const recorded = (name: string): Buffer => readRecording(name).raw;

/** A log in which most lines are noise: something is left out of it, whatever the budgets are. */
export const noisyLog = (lines: number, end = '\n'): string =>
  Array.from({ length: lines }, (_, i) =>
    i === lines >> 1
      ? `2026-11-20T10:00:00Z ERROR db.pool: connection 7 refused${end}`
      : `2026-11-20T10:00:${String(i % 60).padStart(2, '0')}Z INFO worker: job ${i} done in ${(i * 7) % 91} ms${end}`,
  ).join('');

/** Every byte value, with CRLF and no last newline. */
const everyByte = Buffer.from(Array.from({ length: 256 }, (_, i) => i));

/** Contents that must come through a bypass byte for byte. */
export const hardContents: Readonly<Record<string, Buffer>> = {
  nothing: Buffer.alloc(0),
  binary: Buffer.concat(Array.from({ length: 3_000 }, () => everyByte)),
  crlf: Buffer.from(noisyLog(3_000, '\r\n')),
  'invalid UTF-8': Buffer.concat([
    Buffer.from(noisyLog(900)),
    Buffer.from([0xc3, 0x28, 0xff, 0xfe, 0xe2, 0x82]),
    Buffer.from(noisyLog(900)),
  ]),
  'colours and redraws': Buffer.from(`\u001b[31mred\u001b[0m\r50%\r100%\n\u001b[2A\u001b[2K${'x\b'.repeat(400)}`),
  'a byte-order mark in UTF-16': Buffer.from(`\ufeff${noisyLog(400)}`, 'utf16le'),
  'a long last line without newline': Buffer.from(`${noisyLog(400)}${'long '.repeat(60_000)}`),
};

/** What cargo prints of 200 tests that pass. */
export const passedTests = [
  'running 200 tests',
  ...Array.from({ length: 200 }, (_, at) => `test money::case_${at + 1} ... ok`),
  '',
  'test result: ok. 200 passed; 0 failed; 0 ignored; 0 measured; 0 filtered out; finished in 0.01s',
  '',
].join('\n');
