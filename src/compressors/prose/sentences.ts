/** A text as sentences, and what stands between them: headings, lists, tables, code, blank lines. */

/** A sentence as it stands, over as many lines as it takes. */
export interface Sentence {
  /** Where it begins in the text, and where it ends: without the blanks behind it. */
  readonly from: number;
  readonly to: number;
  /** Of its text: those of one paragraph have the same. */
  readonly paragraph: number;
  readonly isFirst: boolean;
  /** The last one of a paragraph above a list, a table, or code: it says what those are. */
  readonly leadsIn: boolean;
}

const FENCE = /^\s*(?:```|~~~)/;
/** What stays as it is: a heading, an item of a list, a row of a table, code, a quotation, a rule, a definition, HTML. */
const KEPT =
  /^\s*$|^\s{0,3}#{1,6}\s|^\s*(?:[-*+•‣–]|\(?\d{1,3}[.)]|\(?[a-zA-Z][.)])\s|^\s*\||^(?: {4,}|\t)|^\s*>|^\s*(?:[=\-~*_]{3,}|(?:[*_-]\s+){2,}[*_-])\s*$|^\s*[\w-]+:\s*$|^\s*\[[^\]]+\]:|^\s*<\/?\w|\S {3,}\S|\t/;
/** Underlines the line above it. */
const UNDERLINE = /^\s*(?:={3,}|-{3,}|~{3,}|\^{3,})\s*$/;
/** Ends with a sign that ends a sentence, or is long: a heading does not. */
const MIN_LINE_CHARS = 30;

const END = /[.!?…]["'”’)\]]*(?=\s|$)|[。！？]["'”’」』)\]]*/gu;
/** What ends with a full stop, and no sentence with it. */
const SHORTENED =
  /(?:^|[\s("'“‘[])(?:[A-Za-z]|Mr|Mrs|Ms|Dr|Prof|Sr|Jr|St|vs|etc|e\.g|i\.e|cf|al|Fig|fig|No|no|Nos|pp?|vol|ed|eds|approx|ca|Inc|Ltd|Co|Corp|dept|est|Jan|Feb|Mar|Apr|Jun|Jul|Aug|Sept?|Oct|Nov|Dec|z\.B|bzw|ca|Nr|usw|d\.h|S|Abs|Art|env|incl|resp|sec|ch|v)\.$/;

/** Sentences of paragraphs, in order. */
export function sentencesOf(text: string): readonly Sentence[] {
  const lines = text.split('\n');
  const sentences: Sentence[] = [];
  let paragraph = 0;
  let from = -1;
  let at = 0;
  let isFenced = false;
  const close = (to: number, next: string): void => {
    if (from >= 0) {
      paragraph += 1;
      for (const each of ofParagraph(text, { from, to, paragraph, next })) sentences.push(each);
    }
    from = -1;
  };
  for (const [index, line] of lines.entries()) {
    const next = lines[index + 1] ?? '';
    const isFence = FENCE.test(line);
    const isKept = isFenced || isFence || KEPT.test(line) || UNDERLINE.test(next);
    if (isFence) isFenced = !isFenced;
    if (isKept)
      close(at - 1, line.trim() === '' ? (lines.slice(index + 1).find(each => each.trim() !== '') ?? '') : line);
    else if (from < 0) from = at;
    at += line.length + 1;
  }
  close(text.length, '');
  return sentences;
}

interface Paragraph {
  readonly from: number;
  readonly to: number;
  readonly paragraph: number;
  /** The line below it that is not blank. */
  readonly next: string;
}

function ofParagraph(text: string, { from, to, paragraph, next }: Paragraph): readonly Sentence[] {
  const whole = text.slice(from, to);
  const isOfOne = whole.length < MIN_LINE_CHARS;
  const ends: number[] = [];
  for (const found of isOfOne ? [] : whole.matchAll(END)) {
    const end = found.index + found[0].length;
    if (found[0] === '.' && SHORTENED.test(whole.slice(Math.max(0, found.index - 12), end))) continue;
    // It goes on.
    if (/^\s+["'”’)\]]*[\p{Ll},;]/u.test(whole.slice(end, end + 8))) continue;
    ends.push(end);
  }
  if (ends[ends.length - 1] !== whole.length) ends.push(whole.length);
  const isAbove = next !== '' && KEPT.test(next) && !/^\s{0,3}#/.test(next);
  const sentences: Sentence[] = [];
  let start = 0;
  for (const end of ends) {
    const begin = start + (/^\s*/.exec(whole.slice(start, end))?.[0].length ?? 0);
    const stop = begin + whole.slice(begin, end).trimEnd().length;
    if (stop > begin)
      sentences.push({
        from: from + begin,
        to: from + stop,
        paragraph,
        isFirst: sentences.length === 0,
        leadsIn: isAbove && end === ends[ends.length - 1],
      });
    start = end;
  }
  return sentences;
}
