/** Errors that a user can act on. Everything else is a defect of ours. */

export type ErrorCode =
  | 'BAD_FLAG'
  | 'BAD_USE'
  | 'NO_FILE'
  | 'BAD_TOKEN'
  | 'NOT_FOUND'
  | 'BAD_RULE'
  | 'CORRUPT_ENTRY'
  | 'NO_COMMAND'
  | 'NOT_EXECUTABLE'
  | 'TOON_FAILED';

/** A failure that the user can mend. The message says what is wrong, where, and what to do, on one line. */
export class JuiceError extends Error {
  readonly code: ErrorCode;

  constructor(code: ErrorCode, message: string, options?: { cause?: unknown }) {
    super(message, options);
    this.name = 'JuiceError';
    this.code = code;
  }

  /** Each bundle in dist has a class of its own. */
  static override [Symbol.hasInstance](value: unknown): boolean {
    return value instanceof Error && value.name === 'JuiceError';
  }
}

/** The system's own word for a failure (`ENOENT`), or undefined. */
export function errnoOf(error: unknown): string | undefined {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return typeof code === 'string' ? code : undefined;
}

/** Shared by every link of one run: once one has failed, all let lines through as they are. */
export interface Faults {
  readonly hasFailed: boolean;
  /** Remembers a fault of ours and says it once, on one line. */
  fail(where: string, error: unknown): void;
  /** For tests: throws if `where` is the link that is to fail. */
  provoke(where: string): void;
}

/**
 * The faults of one run.
 * @param provoked for tests: `severity` fails at once, `severity:3` at the third batch.
 */
export function openFaults(onWarning: (message: string) => void, provoked?: string): Faults {
  let hasFailed = false;
  const [target, after] = (provoked ?? '').split(':');
  let left = Number(after ?? 1);
  return {
    get hasFailed() {
      return hasFailed;
    },
    fail(where, error) {
      if (!hasFailed) {
        const reason = error instanceof Error ? error.message : String(error);
        onWarning(`internal fault in ${where} (${reason}): the rest is passed through unreduced`);
      }
      hasFailed = true;
    },
    provoke(where) {
      if (where !== target) return;
      left -= 1;
      if (left <= 0) throw new Error('provoked');
    },
  };
}
