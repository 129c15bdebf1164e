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

/** As many equal signs among others, `^~~~~` or `---+---`, are a ruler of their own. */
const MIN_RULER_CHARS = 4;
/** Equal characters that one token holds: most signs, and those that are cut otherwise, as counted with o200k. */
const RULER_CHARS_PER_TOKEN = 40;
const RULERS: Readonly<Record<string, number>> = {
  ':;!─—…': 16,
  '^<>?━═': 8,
  '\\|$–█▓': 4,
  '&·•': 2,
  '│░▒': 1,
  '┄┅┈┉╌╍╴╶‾▔▁': 1 / 2,
  '⎯': 1 / 3,
};
const RULER_CHARS = new Map(
  Object.entries(RULERS).flatMap(([signs, chars]) => [...signs].map(sign => [sign.charCodeAt(0), chars] as const)),
);
const rulerTokens = (code: number, count: number): number =>
  Math.ceil(count / (RULER_CHARS.get(code) ?? RULER_CHARS_PER_TOKEN));

const kindOf = (code: number): number => (code < 128 ? (CLASS[code] as number) : 0);

/** The estimate may be off by a quarter: so much of what is estimated to be saved is certain. */
export const SURE_SHARE = 0.75;

/**
 * Estimated o200k tokens of a text. Within 25 % of the real count on tool output (bench/savings.ts prints it); equal
 * characters in a row count next to nothing, since rulers and indents are cut that way.
 */
export function estimateTokens(text: string): number {
  let tokens = 0;
  let at = 0;
  while (at < text.length) {
    const kind = kindOf(text.charCodeAt(at));
    const start = at;
    /** Characters that are part of no ruler. */
    let loose = 0;
    while (at < text.length && kindOf(text.charCodeAt(at)) === kind) {
      const code = text.charCodeAt(at);
      const from = at;
      while (at < text.length && text.charCodeAt(at) === code) at += 1;
      const isWhole = from === start && (at === text.length || kindOf(text.charCodeAt(at)) !== kind);
      const isRuler = at - from >= MIN_RULER_CHARS && (kind === OTHER || kind === 0);
      if (isWhole || isRuler) tokens += rulerTokens(code, at - from);
      else loose += at - from;
    }
    if (kind === SPACE && at - start === 1) tokens -= 1;
    tokens += Math.ceil(loose / (CHARS_PER_TOKEN[kind] ?? 2));
  }
  return tokens;
}
