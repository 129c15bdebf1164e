/** Exact counts of tokens, as current models count them. */
import { countTokens as count } from 'gpt-tokenizer/encoding/o200k_base';

/** Texts are counted in slices: the encoder's time grows faster than its input. */
const SLICE_CHARS = 1_000_000;

/** Tokens of o200k_base. */
export function countTokens(text: string): number {
  let tokens = 0;
  for (let at = 0; at < text.length; at += SLICE_CHARS) tokens += count(text.slice(at, at + SLICE_CHARS));
  return tokens;
}
