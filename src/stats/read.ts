/** Reads events back, however many: a block at a time. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { lacksHome } from '../ccr/folder.js';
import { errnoOf, JuiceError } from '../errors.js';
import { fileLines } from '../source/file-lines.js';
import { parseEvent, type RetrieveEvent, type StatsEvent } from './event.js';
import { dayOfFile } from './record.js';

/** No line of ours is as long as 64 KiB: it is broken. */
const LINES = { maxLineBytes: 65_536, encoding: 'latin1', mayBeLink: false } as const;
/** How each of our lines begins. */
const START = '{"v":';
/** What a retrieval's line holds. */
const RETRIEVAL = '"retrieve"';

/** What could not be read, by file. */
export interface Problems {
  /** How many lines are no events. */
  readonly brokenLines: Map<string, number>;
  /** Why a file could not be read, or not to its end. */
  readonly unreadable: Map<string, string>;
}

export const noProblems = (): Problems => ({ brokenLines: new Map(), unreadable: new Map() });

/**
 * Names of the day files from `firstDay` on, the oldest first; none where nothing has been recorded.
 * @throws {JuiceError} NO_FILE where the folder cannot be read.
 */
export function dayFiles(dir: string, firstDay = ''): readonly string[] {
  try {
    return readdirSync(dir)
      .filter(name => (dayOfFile(name) ?? '') >= firstDay && dayOfFile(name) !== undefined)
      .sort();
  } catch (error) {
    if (errnoOf(error) === 'ENOENT' || lacksHome(dir)) return [];
    throw new JuiceError(
      'NO_FILE',
      `${dir}: it cannot be read (${errnoOf(error)}). tinyjuice doctor says how to mend that.`,
      {
        cause: error,
      },
    );
  }
}

/** The events of a file in order. What is broken is counted and passed over. Memory: a block and a line. */
export function* readEvents(dir: string, name: string, { brokenLines, unreadable }: Problems): Generator<StatsEvent> {
  try {
    for (const line of fileLines(join(dir, name), LINES)) {
      if (line === '') continue;
      const event = parseEvent(line);
      if (event === undefined) brokenLines.set(name, (brokenLines.get(name) ?? 0) + 1);
      const whole = event ?? behindTorn(line);
      if (whole !== undefined) yield whole;
    }
  } catch (error) {
    unreadable.set(name, errnoOf(error) ?? (error instanceof Error ? error.message : String(error)));
  }
}

/** The retrievals alone, without a word of what is broken: they are few, and other lines need not be parsed. */
export function* readRetrievals(dir: string, name: string): Generator<RetrieveEvent> {
  try {
    for (const line of fileLines(join(dir, name), LINES)) {
      if (!line.includes(RETRIEVAL)) continue;
      const event = parseEvent(line) ?? behindTorn(line);
      if (event?.event === 'retrieve') yield event;
    }
  } catch (error) {
    void error; // `readEvents` says it
  }
}

/** Where a disk was full, a line may have been cut; the next one then stands behind it, without a line feed between. */
function behindTorn(line: string): StatsEvent | undefined {
  const at = line.lastIndexOf(START);
  return at > 0 ? parseEvent(line.slice(at)) : undefined;
}
