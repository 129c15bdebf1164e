/** A shell command → the programs that speak in its output, without what only wraps them. */
import { isTooLong, MAX_DEPTH, plainWords } from './plain-words.js';
import { NOTHING, type Producer, producersOf, type Reading, readWords, UNREAD } from './speaker.js';

export interface ParsedCommand {
  /** The producers of output, in order; of a pipeline its first stage that is shown. */
  readonly commands: readonly Producer[];
  /** False: something else may speak too, for the command could not be read as a whole. */
  readonly isWhole: boolean;
}

/** Reads a command, as text for a shell or as words. Never fails: what cannot be read is no command of ours. */
export async function parseCommand(command: string | readonly string[]): Promise<ParsedCommand> {
  const { speakers, isWhole } = readPlain(command) ?? (await readBeyond(command));
  return { commands: producersOf(speakers), isWhole };
}

/** Words alone need no parser. Undefined: there is text with a shell's syntax. */
function readPlain(command: string | readonly string[], depth = 0): Reading | undefined {
  if (depth > MAX_DEPTH || isTooLong(command)) return UNREAD;
  const words = typeof command === 'string' ? plainWords(command) : command;
  if (words === undefined) return undefined;
  let isPlain = true;
  const reading = readWords(words, text => {
    const inner = readPlain(text, depth + 1);
    isPlain &&= inner !== undefined;
    return inner ?? NOTHING;
  });
  return isPlain ? reading : undefined;
}

/** The parser costs 4 ms to load: only where it is needed. */
async function readBeyond(command: string | readonly string[]): Promise<Reading> {
  try {
    const { readShell } = await import('./shell.js');
    return readShell(command);
  } catch {
    // A broken installation: the output alone tells what it is.
    return UNREAD;
  }
}
