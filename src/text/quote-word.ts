/** A word as a shell of POSIX needs it. A command that we run ourselves is never put together of such. */
export const quoteWord = (word: string): string =>
  /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
