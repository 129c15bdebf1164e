/** Which lines of an original were left out, as an entry keeps it: `45-164,200,310-4000`. */
import type { LineRange } from '../line.js';
import { sha256Of } from './sha256.js';

/** What the header says of the list, which stands at the file's end. */
export interface GapTable {
  readonly bytes: number;
  /** Beginning of the list's SHA-256, in hex. */
  readonly hash: string;
  /** There were more than are listed. */
  readonly isCut: boolean;
}

/** Lines that were left out, in order. */
export interface Gaps {
  readonly ranges: readonly LineRange[];
  readonly isCut: boolean;
}

const HASH_CHARS = 16;
const RANGE = /^([1-9][0-9]{0,15})(?:-([1-9][0-9]{0,15}))?$/;

export function encodeGaps({ ranges, isCut }: Gaps): { readonly list: Buffer; readonly table: GapTable } {
  const sorted = [...ranges].sort((a, b) => a.from - b.from);
  const list = Buffer.from(
    sorted.map(({ from, to }) => (from === to ? `${from}` : `${from}-${to}`)).join(','),
    'latin1',
  );
  return { list, table: { bytes: list.length, hash: hashOf(list), isCut } };
}

/** @returns undefined where the list is not what was written. */
export function decodeGaps(list: Buffer, table: GapTable): Gaps | undefined {
  if (list.length !== table.bytes || hashOf(list) !== table.hash) return undefined;
  const ranges = list
    .toString('latin1')
    .split(',')
    .map(text => {
      const [, from, to] = RANGE.exec(text) ?? [];
      return { from: Number(from), to: Number(to ?? from) };
    });
  return ranges.every(({ from, to }) => to >= from) ? { ranges, isCut: table.isCut } : undefined;
}

const hashOf = (list: Buffer): string => sha256Of(list).slice(0, HASH_CHARS);
