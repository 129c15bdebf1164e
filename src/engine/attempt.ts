/** Calls of what the owner of an engine has handed in. */

/** Undefined: it failed. What is wrong in the owner's own code must not cost the owner a text, nor the process. */
export function attempt<Result>(work: () => Result): Result | undefined {
  try {
    const result = work();
    // Of an async function: nobody waits for it, and a rejection that nobody hears ends a process.
    if (result instanceof Promise) result.catch(() => undefined);
    return result;
  } catch {
    return undefined; // its message may hold anything, and there is nobody to be told
  }
}
