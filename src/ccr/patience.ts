/** A limit on work that may never end: a pattern that tries every way through a long line. */

/** Runs work at once. Throws what it throws, or what `tooLong` gives where it takes more than so many milliseconds. */
export function openPatience(maxMs: number, tooLong: () => Error): (work: () => void) => void {
  const { createContext, Script } = process.getBuiltinModule('node:vm');
  const call = new Script('work()');
  const context = createContext({ work: undefined });
  return work => {
    context.work = work;
    try {
      call.runInContext(context, { timeout: maxMs });
    } catch (error) {
      throw isTimeout(error) ? tooLong() : error;
    }
  };
}

/** It is an error of the other context: no `Error` here. */
const isTimeout = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && 'code' in error && error.code === 'ERR_SCRIPT_EXECUTION_TIMEOUT';
