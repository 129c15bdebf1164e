/** Recorded sessions of agents: files of JSON, a value a line. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { errnoOf, JuiceError } from '../errors.js';
import { openSession, type RecordedOutput } from '../explain/session.js';
import { fileLines } from '../source/file-lines.js';

/** A line may hold a whole output; of one that is longer no more is read, so that it is broken. */
const LINES = { maxLineBytes: 33_554_432, encoding: 'utf8', mayBeLink: true } as const;

/**
 * The session files below a folder, by path. Links are not followed.
 * @throws {JuiceError} NO_FILE where it is no folder that we can read.
 */
export function sessionFilesBelow(dir: string): readonly string[] {
  try {
    return readdirSync(dir, { recursive: true, withFileTypes: true })
      .filter(entry => entry.isFile() && entry.name.endsWith('.jsonl'))
      .map(entry => join(entry.parentPath, entry.name))
      .sort();
  } catch (error) {
    throw unreadable(dir, error);
  }
}

/**
 * Gives each output of a session, in order.
 * @returns how many lines are no JSON.
 * @throws {JuiceError} NO_FILE where it cannot be read.
 */
export async function readSession(path: string, take: (output: RecordedOutput) => Promise<void>): Promise<number> {
  const session = openSession();
  let broken = 0;
  try {
    for (const line of fileLines(path, LINES)) {
      const value = parseLine(line);
      if (value === undefined) broken += line.trim() === '' ? 0 : 1;
      else for (const output of session.push(value)) await take(output);
    }
  } catch (error) {
    if (errnoOf(error) === undefined && !isNoFile(error)) throw error;
    throw unreadable(path, error);
  }
  return broken;
}

const isNoFile = (error: unknown): boolean => error instanceof Error && error.message === 'it is no plain file';

function parseLine(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined; // counted by the caller
  }
}

const unreadable = (path: string, error: unknown): JuiceError =>
  new JuiceError(
    'NO_FILE',
    `${path}: it cannot be read (${errnoOf(error) ?? (error instanceof Error ? error.message : String(error))}). Name session files, or a folder behind --transcripts.`,
    { cause: error },
  );
