/** Command lines that need no parser, and those that get none. */

/** A longer text is not read: a parser's time may grow with its square. */
const MAX_CHARS = 32_768;
/** Texts for a shell within each other. */
export const MAX_DEPTH = 8;

export const isTooLong = (command: string | readonly string[]): boolean =>
  typeof command === 'string' && command.length > MAX_CHARS;

/** The words of a text that a shell takes as it stands; undefined for any other. */
export function plainWords(text: string): readonly string[] | undefined {
  const trimmed = text.trim();
  if (SYNTAX.test(trimmed) || RESERVED.test(trimmed)) return undefined;
  return trimmed === '' ? [] : trimmed.split(/[ \t]+/);
}

/** Operators, quotes, expansions, braces, line ends, and a comment's beginning. */
const SYNTAX = /[|&;<>()$`\\"'{}!\n\r\0]|(?:^|[ \t])#/;
const RESERVED = /^(?:if|for|while|until|case|select|function|coproc|\[\[)(?:[ \t]|$)/;
