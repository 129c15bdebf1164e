/** Calls of what the owner of an engine has handed in. */

/** Undefined: it failed. What is wrong in the owner's own code must not cost the owner a text. */
export function attempt<Result>(work: () => Result): Result | undefined {
  try {
    return work();
  } catch {
    return undefined; // its message may hold anything, and there is nobody to be told
  }
}
