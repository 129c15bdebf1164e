import { isOwnMark } from '../../text/marker.js';
import { estimateTokens } from '../../tokens/estimate.js';
import { defineExcerpt, type Verified } from '../excerpt.js';
import { chooseSentences, mustStay } from '../prose/choose.js';
import { type Sentence, sentencesOf } from '../prose/sentences.js';

const ABOUT = 'prose, some sentences left out';
/** A text of fewer has nothing to spare. */
const MIN_SENTENCES = 8;
/** Sentences that are fewer tokens than their mark and these stay. */
const MIN_SAVED_TOKENS = 4;
const MARK = /\[\.\.\. (\d+) sentences?\]/y;

const markOf = (count: number): string => `[... ${count} sentence${count === 1 ? '' : 's'}]`;

/** Prose without some of its sentences. Those that stay are whole and in their order; so is all that is no sentence. */
export default defineExcerpt({
  name: 'prose',
  about: 'Leaves out sentences of prose, with their number in a mark; headings, lists, tables and code stay.',
  labels: /^prose, some sentences left out$/,
  async take(text, { query = '', isLate }) {
    if (/\[\.\.\. \d+ sentences?\]/.test(text) || text.split('\n').some(isOwnMark)) return undefined;
    const sentences = sentencesOf(text);
    if (sentences.length < MIN_SENTENCES || isLate()) return undefined;
    const texts = sentences.map(({ from, to }) => text.slice(from, to));
    const stays = chooseSentences(sentences, texts, query);
    if (isLate()) return undefined;
    return written(text, sentences, stays);
  },
  async verify(text, _about, body) {
    return verifyBody(text, body);
  },
});

/** Runs of sentences of one paragraph that go, each with a mark in its place, where that pays. */
function written(text: string, sentences: readonly Sentence[], stays: readonly boolean[]) {
  let body = '';
  let taken = 0;
  let omitted = 0;
  for (let at = 0; at < sentences.length; at += 1) {
    const first = sentences[at];
    if (first === undefined || stays[at]) continue;
    let last = first;
    let count = 1;
    while (stays[at + 1] === false && sentences[at + 1]?.paragraph === first.paragraph) {
      at += 1;
      count += 1;
      last = sentences[at] ?? last;
    }
    const gone = text.slice(first.from, last.to);
    if (estimateTokens(gone) < estimateTokens(markOf(count)) + MIN_SAVED_TOKENS) continue;
    body += text.slice(taken, first.from) + markOf(count);
    taken = last.to;
    omitted += Buffer.byteLength(gone);
  }
  if (omitted === 0) return undefined;
  const total = Buffer.byteLength(text);
  return { about: ABOUT, body: body + text.slice(taken), omitted, total, unit: 'bytes', ranges: [] } as const;
}

/** All of the text is there in its order, but for whole sentences which a mark counts and which need not stay. */
function verifyBody(text: string, body: string): Verified {
  const sentences = sentencesOf(text);
  let at = 0;
  let done = 0;
  let omitted = 0;
  const fails = (message: string): Verified => ({ line: body.slice(0, at).split('\n').length, message });
  for (let index = 0; index <= sentences.length; index += 1) {
    const { from, to } = sentences[index] ?? { from: text.length, to: text.length };
    if (!body.startsWith(text.slice(done, from), at)) return fails('it is not what stands in RAW there');
    at += from - done;
    done = from;
    MARK.lastIndex = at;
    const count = Number(MARK.exec(body)?.[1] ?? 0);
    if (count === 0) {
      if (!body.startsWith(text.slice(from, to), at)) return fails('it is not the sentence that stands in RAW there');
      at += to - from;
      done = to;
      continue;
    }
    const gone = sentences.slice(index, index + count);
    const last = gone[gone.length - 1];
    if (last === undefined || gone.length < count || last.paragraph !== gone[0]?.paragraph)
      return fails(`RAW has no ${count} sentences in a row there`);
    if (gone.some(each => mustStay(text.slice(each.from, each.to), each)))
      return fails('it leaves out a sentence that stays whatever is looked for');
    omitted += Buffer.byteLength(text.slice(from, last.to));
    at += markOf(count).length;
    done = last.to;
    index += count - 1;
  }
  if (at !== body.length) return fails('RAW ends here');
  return { omitted, total: Buffer.byteLength(text), unit: 'bytes' };
}
