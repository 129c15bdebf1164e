/** The word or sign by which a line says that it passed: what passed lines are counted by. */

const SIGN = /✓|✔|√|✅|\bPASSED\b|\bPASS\b|\bPassed\b|\bpassed\b|\bpass\b|\bOK\b|\bok\b/;

/** The sign in the line's own words; `passed` where it says it in none that we know. */
export const passedSignOf = (text: string): string => SIGN.exec(text)?.[0] ?? 'passed';
