/** Flags in front of what a program is told: which take the next word too. */

export interface FrontFlags {
  /** The flags and their values, in order. */
  readonly flags: readonly string[];
  readonly rest: readonly string[];
}

/** Cuts the words after the flags: at the first word that is none, or behind `--`. `values`: those that take the next word. */
export function cutFlags(words: readonly string[], values: string): FrontFlags {
  let at = 0;
  while (at < words.length) {
    const word = words[at] ?? '';
    if (word === '--') return { flags: words.slice(0, at), rest: words.slice(at + 1) };
    if (!isFlag(word)) break;
    at += takesNext(word, values) ? 2 : 1;
  }
  return { flags: words.slice(0, at), rest: words.slice(at) };
}

/** The words behind the first of these flags; undefined where none of them stands in front. */
export function behindFlag(words: readonly string[], wanted: string, values: string): readonly string[] | undefined {
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at] ?? '';
    if (isOneOf(word, wanted)) return words.slice(at + 1);
    if (!isFlag(word) || word === '--') return undefined;
    if (takesNext(word, values)) at += 1;
  }
  return undefined;
}

/** `list` is separated by blanks. */
export const isOneOf = (word: string, list: string): boolean => ` ${list} `.includes(` ${word} `) && word !== '';

/** A program may be called `constructor`. */
export const own = <Value>(table: Readonly<Record<string, Value>>, key: string): Value | undefined =>
  Object.hasOwn(table, key) ? table[key] : undefined;

const isFlag = (word: string): boolean => /^-./.test(word);

/** `--user x`, `-u x` and `-Eu x`, but neither `--user=x` nor `-ux`. */
function takesNext(word: string, values: string): boolean {
  if (isOneOf(word, values)) return true;
  if (word.startsWith('--')) return false;
  const letters = word.slice(1);
  const first = [...letters].findIndex(letter => isOneOf(`-${letter}`, values));
  return first >= 0 && first === letters.length - 1 && /^[A-Za-z]+$/.test(letters);
}
