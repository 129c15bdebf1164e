/** The only file that decides an exit code. */
import type { JuiceError } from '../errors.js';

/** Exit codes of our own (DESIGN §10). */
export const EXIT = { ok: 0, checkFailed: 1, wrongUse: 2, notFound: 3, fault: 70, notExecutable: 126, noCommand: 127 };

/** The code for an error that the user can mend. */
export function exitCodeOf(error: JuiceError): number {
  switch (error.code) {
    case 'BAD_FLAG':
    case 'BAD_USE':
    case 'NO_FILE':
    case 'BAD_TOKEN':
    case 'BAD_RULE':
      return EXIT.wrongUse;
    case 'NOT_FOUND':
      return EXIT.notFound;
    case 'CORRUPT_ENTRY':
    case 'TOON_FAILED':
      return EXIT.fault;
    case 'NO_COMMAND':
      return EXIT.noCommand;
    case 'NOT_EXECUTABLE':
      return EXIT.notExecutable;
    default: {
      const never: never = error.code;
      return never;
    }
  }
}

/** Sets the code that the process will end with once all output is written. */
export function setExitCode(code: number): void {
  process.exitCode = code;
}

/**
 * Ends the process with 0 and without another word, once so many milliseconds have gone by.
 * @returns takes it back.
 */
export function leaveAfter(ms: number): () => void {
  const timer = setTimeout(() => process.exit(EXIT.ok), ms);
  return () => clearTimeout(timer);
}
