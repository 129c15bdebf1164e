/** Mixed logs of any size, made from recordings that ship: the same bytes on every machine. */
import { closeSync, openSync, writeSync } from 'node:fs';
import { readLabelledLines } from './labelled-lines.js';
import { type Recording, readInputs, readRecordings } from './recordings.js';

/** Text made anew; a larger file repeats it. Far above any window that the pipeline or the store looks back. */
const FRESH_BYTES = 16_777_216;

/** Lines of one source in a row. */
const MIN_BLOCK_LINES = 20;
const MAX_BLOCK_LINES = 120;

/** How often a block has what CI services and terminals add. */
const STAMPED_SHARE = 0.5;
const COLOURED_SHARE = 1 / 16;

/** A line that is evidence of something is drawn this much less often than one that is not, as in a real log. */
const EVIDENCE_RARITY = 50;

/** Where the lines of mixed logs come from. */
export interface LogSources {
  /** The project's root, for the recordings that ship. */
  readonly root: string;
  /** Folders of texts that are taken instead of them. */
  readonly inputs?: readonly string[];
}

/** Writes `megabytes` × 1,000,000 bytes of mixed logs to `path`; the last byte is a line feed. */
export function writeMixedLogs(path: string, megabytes: number, sources: LogSources): void {
  const total = Math.round(megabytes * 1_000_000);
  const fresh = Buffer.from(makeText(Math.min(total, FRESH_BYTES), sources), 'utf8');
  const file = openSync(path, 'w');
  try {
    for (let left = total - 1; left > 0; left -= fresh.length) writeSync(file, fresh, 0, Math.min(left, fresh.length));
    writeSync(file, '\n');
  } finally {
    closeSync(file);
  }
}

/** A source of blocks: some lines in a row of one recording, or some of one tool's lines in any order. */
type Block = (random: Random, lines: number) => readonly string[];

function makeText(bytes: number, sources: LogSources): string {
  const random = openRandom(20_231);
  const blocks = openBlocks(sources);
  const parts: string[] = [];
  let size = 0;
  let second = 0;
  while (size < bytes) {
    const block = blocks[Math.floor(random() * blocks.length)];
    if (block === undefined)
      throw new Error('bench: no text of 20 lines or more to make logs from. Give a folder that has some.');
    const count = MIN_BLOCK_LINES + Math.floor(random() * (MAX_BLOCK_LINES - MIN_BLOCK_LINES));
    const isStamped = random() < STAMPED_SHARE;
    const isColoured = random() < COLOURED_SHARE;
    for (const line of block(random, count)) {
      second += random();
      const varied = varyDigits(line, random);
      const shown = isColoured ? `\u001b[3${1 + Math.floor(random() * 6)}m${varied}\u001b[0m` : varied;
      const text = isStamped ? `${stampOf(second)} ${shown}\n` : `${shown}\n`;
      parts.push(text);
      size += text.length;
    }
  }
  return parts.join('');
}

function openBlocks({ root, inputs = [] }: LogSources): readonly Block[] {
  if (inputs.length > 0) return blocksOf(inputs.flatMap(folder => readInputs(folder)));
  const drawn = readLabelledLines(root).map(
    ({ plain, evident }) =>
      (random: Random, count: number) =>
        Array.from({ length: count }, () => {
          const lines = plain.length === 0 || (evident.length > 0 && random() < 1 / EVIDENCE_RARITY) ? evident : plain;
          return lines[Math.floor(random() * lines.length)] ?? '';
        }),
  );
  return [...blocksOf(readRecordings(root)), ...drawn];
}

function blocksOf(recordings: readonly Recording[]): readonly Block[] {
  return recordings
    .map(({ raw }) =>
      raw
        .toString('utf8')
        .split('\n')
        .filter(line => line.length < 4_096),
    )
    .filter(lines => lines.length >= MIN_BLOCK_LINES)
    .map(lines => (random: Random, count: number) => {
      const from = Math.floor(random() * Math.max(1, lines.length - count));
      return lines.slice(from, from + count);
    });
}

/** Other digits for most digits, so that lines of one shape differ as they do in a log. Text in escapes stays. */
function varyDigits(line: string, random: Random): string {
  if (line.includes('\u001b')) return line;
  return line.replace(/\d+/g, digits => {
    if (digits.length === 1) return digits;
    let varied = digits[0] ?? '';
    for (let i = 1; i < digits.length; i += 1) varied += Math.floor(random() * 10);
    return varied;
  });
}

const stampOf = (second: number): string => new Date(1_767_225_600_000 + Math.floor(second * 1000)).toISOString();

type Random = () => number;

/** Numbers in [0, 1), the same ones for the same seed (a 32-bit xorshift). */
function openRandom(seed: number): Random {
  let state = seed | 0;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) / 4_294_967_296;
  };
}
