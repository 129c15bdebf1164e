/** A quick guess of how many tokens a text costs, for decisions; real counts are taken by the benchmarks. */

const SPACE = 1;
const LETTER = 2;
const DIGIT = 3;
const OTHER = 4;

const CLASS = new Uint8Array(128).fill(OTHER);
for (const code of [0x20, 0x09, 0x0a, 0x0d]) CLASS[code] = SPACE;
for (let code = 0x30; code <= 0x39; code += 1) CLASS[code] = DIGIT;
for (let code = 0x41; code <= 0x5a; code += 1) CLASS[code] = LETTER;
for (let code = 0x61; code <= 0x7a; code += 1) CLASS[code] = LETTER;

/** Characters that one token holds at most, by class, as o200k cuts ordinary tool output. */
const CHARS_PER_TOKEN = [2, 16, 7, 3, 3] as const;

/**
 * Estimated o200k tokens of a text. Within 25 % of the real count on tool output (bench/savings.ts prints it); a run
 * of one character counts as one token for each 16, since rulers and indents cost next to nothing.
 */
export function estimateTokens(text: string): number {
  let tokens = 0;
  let at = 0;
  while (at < text.length) {
    const code = text.charCodeAt(at);
    const kind = code < 128 ? (CLASS[code] as number) : 0;
    const start = at;
    let isOneCharacter = true;
    at += 1;
    while (at < text.length) {
      const next = text.charCodeAt(at);
      if ((next < 128 ? (CLASS[next] as number) : 0) !== kind) break;
      if (next !== code) isOneCharacter = false;
      at += 1;
    }
    const length = at - start;
    if (kind === SPACE && length === 1) continue;
    tokens += Math.ceil(length / (isOneCharacter ? 16 : (CHARS_PER_TOKEN[kind] ?? 2)));
  }
  return tokens;
}
