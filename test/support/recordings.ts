/** Recorded output of real tools: every raw.txt below fixtures. Reads all of them: where one will do, see recording.ts. */
import { readdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { fixtures, type Recording, readRecording } from './recording.js';

/** All of them, by name. */
export const recordings: readonly Recording[] = readdirSync(fixtures, { recursive: true, encoding: 'utf8' })
  .filter(path => /(?:^|\/)raw\.txt(?:\.gz)?$/.test(path))
  .sort()
  .map(path => readRecording(dirname(path)));
