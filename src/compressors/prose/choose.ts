/** Which sentences of a text stay: those that must, then those that say most of what the text is about. */
import { holdsWords, queryWords } from '../../text/query-words.js';
import { evidenceOf } from '../../text/severity.js';
import type { Sentence } from './sentences.js';

/** Of the characters of all sentences, so many stay, if more need not. */
const SHOWN_SHARE = 0.4;
/** What may go reads as a sentence: so many words, mostly letters, with a beginning and an end, in lines that are full. */
const MIN_WORDS = 4;
const MIN_LETTER_SHARE = 0.7;
const MIN_LINE_CHARS = 40;
const BEGINS = /^["'“‘«([*_¿¡]*[\p{Lu}\p{Lt}\p{Lo}\d]/u;
const ENDS = /[.!?…。！？]["'”’」』)\]]*$/u;
const LETTER = /[\p{L}\p{M}\s]/gu;
const WORD = /\p{L}[\p{L}\p{M}'’-]{3,}/gu;
const HAN = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u;

/** Each makes a sentence worth more: a number, code, an address, what is so only sometimes, what must or must not be. */
const TELLING: readonly RegExp[] = [
  /\d/,
  /`[^`]+`|\w\(\)|--\w|\w_\w/,
  /https?:\/\/|\S@\S/,
  /\b(?:not|never|no|cannot|can't|don't|won't|only|unless|except|without|however|but|although|instead)\b/i,
  /\b(?:must|shall|should|required?|important|caution|danger|beware|deprecated|removed|breaking|default|limit|because|therefore|result|conclusion|decided|agreed|found|means)\b/i,
];

/** Must stay, whatever is looked for. */
export const mustStay = (text: string, { isFirst, leadsIn }: Sentence): boolean =>
  isFirst || leadsIn || !readsAsSentence(text) || text.split('\n').some(line => evidenceOf(line) !== undefined);

function readsAsSentence(text: string): boolean {
  if (!BEGINS.test(text) || !ENDS.test(text)) return false;
  if (
    text
      .split('\n')
      .slice(0, -1)
      .some((line, at) => at > 0 && line.length < MIN_LINE_CHARS)
  )
    return false;
  const letters = text.length - text.replace(LETTER, '').length;
  return letters >= text.length * MIN_LETTER_SHARE && (text.split(/\s+/).length >= MIN_WORDS || HAN.test(text));
}

/**
 * Whether each sentence stays.
 * @param texts of the sentences, in order.
 * @param query what is looked for: of those that may go, sentences that say it stay before others.
 */
export function chooseSentences(sentences: readonly Sentence[], texts: readonly string[], query: string): boolean[] {
  const stays = sentences.map((sentence, at) => mustStay(texts[at] ?? '', sentence));
  const all = texts.reduce((sum, text) => sum + text.length, 0);
  let shown = texts.reduce((sum, text, at) => sum + (stays[at] ? text.length : 0), 0);
  const worth = worths(texts, query);
  const order = [...worth.keys()].filter(at => !stays[at]).sort((a, b) => (worth[b] ?? 0) - (worth[a] ?? 0) || a - b);
  for (const at of order) {
    const length = texts[at]?.length ?? 0;
    if (shown + length > all * SHOWN_SHARE) continue;
    stays[at] = true;
    shown += length;
  }
  return stays;
}

/** A sentence is worth as much as its words are used elsewhere in the text, and what tells in it. */
function worths(texts: readonly string[], query: string): readonly number[] {
  const sought = queryWords(query);
  const wordsIn = texts.map(text => [...new Set(text.toLowerCase().match(WORD) ?? [])]);
  const uses = new Map<string, number>();
  for (const word of wordsIn.flat()) uses.set(word, (uses.get(word) ?? 0) + 1);
  return texts.map((text, at) => {
    const words = wordsIn[at] ?? [];
    const sum = words.reduce((total, word) => total + Math.log2(uses.get(word) ?? 1), 0);
    const telling = TELLING.filter(pattern => pattern.test(text)).length;
    return (words.length === 0 ? 0 : sum / words.length) + telling + (holdsWords(text, sought) ? 1_000 : 0);
  });
}
