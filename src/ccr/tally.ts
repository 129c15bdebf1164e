/**
 * How much a store holds, without a look at every entry: whoever keeps one adds a line to a small file, and a sweep begins
 * that file anew with what it has found. The sum is never too small, whatever processes do at once: an entry is in its place
 * before it is added, and a sweep removes the file before it looks.
 */
import { closeSync, constants, fstatSync, lstatSync, openSync, readSync, unlinkSync, writeSync } from 'node:fs';
import { join } from 'node:path';

/** The file's name in the store's folder. */
export const TALLY_NAME = 'tally';

/** Entries that lie in a store, or one that has come. */
export interface Held {
  readonly entries: number;
  /** Of their files. */
  readonly bytes: number;
  /** Milliseconds since 1970; infinite of none. */
  readonly oldestMs: number;
}

const RECORD_BYTES = 32;
/** More additions than this are counted anew: by then, equal content that came again has been added too often. */
const MAX_RECORDS = 256;
/** Somebody else's sweep may remove the file under our hands; so often in a row it does not. */
const MAX_TRIES = 5;

const COUNTED = 1;
const ADDED = 0;

/** Adds an entry that is in its place. @returns what there is now, at the most; undefined: nobody has counted. */
export function addToTally(dir: string, added: Held): Held | undefined {
  try {
    return append(dir, ADDED, added);
  } catch {
    return undefined; // A full disk, or no right to write: a sweep counts.
  }
}

/** What there is now, at the most; undefined: nobody has counted. */
export function readTally(dir: string): Held | undefined {
  const { O_RDONLY, O_NOFOLLOW, O_NONBLOCK } = constants;
  try {
    const fd = openSync(join(dir, TALLY_NAME), O_RDONLY | (O_NOFOLLOW ?? 0) | (O_NONBLOCK ?? 0));
    try {
      return sumOf(fd);
    } finally {
      closeSync(fd);
    }
  } catch {
    return undefined; // none, or none of ours to read
  }
}

/** Before a count begins: what is kept meanwhile is added to a new file. */
export function clearTally(dir: string): void {
  try {
    unlinkSync(join(dir, TALLY_NAME));
  } catch (error) {
    void error; // None is there; or it stays, and says too much rather than too little.
  }
}

/** Says what a count has found. */
export function writeTally(dir: string, counted: Held): void {
  try {
    append(dir, COUNTED, counted);
  } catch (error) {
    void error; // The next run counts again.
  }
}

function append(dir: string, kind: number, { entries, bytes, oldestMs }: Held): Held | undefined {
  const record = Buffer.alloc(RECORD_BYTES);
  for (const [at, value] of [kind, entries, bytes, oldestMs].entries()) record.writeDoubleLE(value, at * 8);
  const path = join(dir, TALLY_NAME);
  const { O_RDWR, O_APPEND, O_CREAT, O_NOFOLLOW, O_NONBLOCK } = constants;
  const flags = O_RDWR | O_APPEND | O_CREAT | (O_NOFOLLOW ?? 0) | (O_NONBLOCK ?? 0);
  for (let tries = 0; tries < MAX_TRIES; tries += 1) {
    const fd = openSync(path, flags, 0o600);
    try {
      writeSync(fd, record);
      const there = lstatSync(path, { throwIfNoEntry: false });
      if (there?.ino === fstatSync(fd).ino) return sumOf(fd);
    } finally {
      closeSync(fd);
    }
  }
  return undefined;
}

/** Undefined where no count is among the records, or where there are too many, or a part of one. */
function sumOf(fd: number): Held | undefined {
  const all = Buffer.alloc((MAX_RECORDS + 1) * RECORD_BYTES);
  const got = readSync(fd, all, 0, all.length, 0);
  if (got === all.length || got % RECORD_BYTES !== 0) return undefined;
  let [isCounted, entries, bytes, oldestMs] = [false, 0, 0, Number.POSITIVE_INFINITY];
  for (let at = 0; at < got; at += RECORD_BYTES) {
    isCounted ||= all.readDoubleLE(at) === COUNTED;
    entries += all.readDoubleLE(at + 8);
    bytes += all.readDoubleLE(at + 16);
    oldestMs = Math.min(oldestMs, all.readDoubleLE(at + 24));
  }
  const isSane = entries >= 0 && bytes >= 0 && !Number.isNaN(oldestMs);
  return isCounted && isSane ? { entries, bytes, oldestMs } : undefined;
}
