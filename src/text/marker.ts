/**
 * The fixed grammar of our own marks (DESIGN §8): one place that writes them and one that reads them back, so that
 * `check`, idempotence and the clamp can never disagree about a mark's form.
 *
 *     [... lines 45-164]                               a gap: these raw lines are left out
 *     [... line 45]                                    a gap of one line
 *     [... lines 45-164: +80 -40]                      a gap inside the hunks of a diff: so many lines added and removed
 *     [... lines 45-164: 98 hits, by file in the next 3 lines]    a gap in a search; or `98 hits in src/cart.ts`
 *     text [x37]                                       37 equal lines
 *     [3 lines above x12]                              the block of 3 lines above stands 12 times in a row
 *     [x36 lines 14-9810] text                         36 lines of this shape, not shown above; the last one verbatim
 *     [also at src/a.c 12:5 14:5, src/b.c 3:1]         where the other 35 were
 *     [counted: 120 "... ok", 3 "... FAILED"]          lines counted where the input has no totals of its own
 *     [12 lines begin: src/app/]                       the next 12 lines, with this before each
 *     [7 findings begin: src/app/cart.ts:]             7 of the next lines, those that begin with a place, with this before it
 *     [4 files begin: /home/dev/app/src/]              4 of the next lines, those that begin at the margin, with this before it
 *     13:5 [as 12:5]                                   a finding that says what the one at 12:5 in this file says, above
 *     [again: shipment = Shipment(ref='FD-2041...]     a long line that stands above, whole, and begins so
 *     [again, 6 lines: >       assert total == 3...]   6 lines as above: the last that begins so, and those below it
 *     [quoted source left out below]                   from here on no source line that is quoted below a place, see `text/quotes.ts`
 *     [quoted source shown from line 57]               such lines of the original stand here again from that one on
 *     [... alternate screen]                           a full-screen program's screen, gone when it ended
 *     [1204 of 1310 lines omitted: tinyjuice retrieve tj_7x3k9q2mzv]    or bytes, where all lines are shown
 *     [9 of 80 lines omitted: tinyjuice retrieve tj_7x3k9q2mzv (first 4096 bytes)]    the store failed behind these
 *     [9 of 80 lines omitted and lost: the recovery store failed]    at the end of the run, and so did its refuges
 *     [json as a table, 500 rows, indent 2; exact: tinyjuice decode]    first line: all below is another form of the whole text
 *     [next 13 lines: json as a table, 12 rows, indent 2; exact: tinyjuice decode]    the same of a part of it
 *
 * the marks inside a line of `short-form.ts`, and the first lines of `document-label.ts`.
 */
import type { Line, LineRange } from '../line.js';
import { type DocumentLabel, formatLabel, parseLabel } from './document-label.js';
import { GROUP_WORDS, type GroupKind } from './group.js';
import { HITS, type Hits, hitsText, parseHits } from './hit-tally.js';

export type Mark =
  | {
      readonly kind: 'gap';
      readonly range: LineRange;
      readonly changes?: Changes | undefined;
      readonly hits?: Hits | undefined;
    }
  | { readonly kind: 'repeat'; readonly text: string; readonly count: number }
  | { readonly kind: 'block'; readonly size: number; readonly count: number }
  | { readonly kind: 'recap'; readonly count: number; readonly range: LineRange; readonly text: string }
  /** Where those of the recap above were that are not shown. */
  | { readonly kind: 'places'; readonly list: string }
  | { readonly kind: 'counted'; readonly counts: readonly Count[] }
  | { readonly kind: GroupKind; readonly count: number; readonly prefix: string }
  | { readonly kind: 'again'; readonly beginning: string; readonly lines?: number | undefined }
  | { readonly kind: 'screen' }
  /** Whether quoted source is left out from here on, or shown from a line on. */
  | { readonly kind: 'quotes'; readonly shownFrom: number | undefined }
  /** Quoted lines that are left out; nothing says so but the mark above, and the footer. */
  | { readonly kind: 'quiet'; readonly range: LineRange }
  | { readonly kind: 'form'; readonly about: string }
  | { readonly kind: 'part'; readonly about: string; readonly lines: number; readonly body: string }
  | DocumentLabel
  | {
      readonly kind: 'footer';
      readonly omitted: number;
      readonly total: number;
      readonly unit: 'lines' | 'bytes';
      /** Undefined: what is left out is lost. */
      readonly token: string | undefined;
      /** How many bytes are stored, where that is not all of them. */
      readonly storedBytes?: number | undefined;
    };

/** Lines that a diff adds and removes. */
export interface Changes {
  readonly added: number;
  readonly removed: number;
}

/** How many lines of one kind were seen, by their own words. */
export interface Count {
  readonly count: number;
  readonly label: string;
}

const rangeText = (range: LineRange): string =>
  range.from === range.to ? `line ${range.from}` : `lines ${range.from}-${range.to}`;

const changesText = (changes: Changes | undefined): string =>
  changes === undefined ? '' : `: +${changes.added} -${changes.removed}`;

const storedText = (bytes: number | undefined): string => (bytes === undefined ? '' : ` (first ${bytes} bytes)`);

const LOST = ' and lost: the recovery store failed';

const wayBack = ({ token, storedBytes }: Mark & { kind: 'footer' }): string =>
  token === undefined ? LOST : `: tinyjuice retrieve ${token}${storedText(storedBytes)}`;

const NO_QUOTES = '[quoted source left out below]';

/** The text of a mark, without a line ending. */
export function formatMark(mark: Mark): string {
  switch (mark.kind) {
    case 'gap':
      return `[... ${rangeText(mark.range)}${mark.hits === undefined ? `${changesText(mark.changes)}]` : hitsText(mark.hits)}`;
    case 'repeat':
      return `${mark.text} [x${mark.count}]`;
    case 'block':
      return `[${mark.size} lines above x${mark.count}]`;
    case 'recap':
      return `[x${mark.count} ${rangeText(mark.range)}] ${mark.text}`;
    case 'places':
      return `[also at ${mark.list}]`;
    case 'counted':
      return `[counted: ${mark.counts.map(({ count, label }) => `${count} "${label}"`).join(', ')}]`;
    case 'folder':
    case 'findings':
    case 'files':
      return `[${mark.count} ${GROUP_WORDS[mark.kind]} begin: ${mark.prefix}]`;
    case 'again':
      return `[again${mark.lines === undefined ? '' : `, ${mark.lines} lines`}: ${mark.beginning}...]`;
    case 'screen':
      return '[... alternate screen]';
    case 'quotes':
      return mark.shownFrom === undefined ? NO_QUOTES : `[quoted source shown from line ${mark.shownFrom}]`;
    case 'quiet':
      return '';
    case 'form':
      return `[${mark.about}; exact: tinyjuice decode]`;
    case 'part':
      return `[next ${mark.lines} lines: ${mark.about}; exact: tinyjuice decode]\n${mark.body}`;
    case 'extract':
    case 'excerpt':
    case 'summary':
      return formatLabel(mark);
    case 'footer':
      return `[${mark.omitted} of ${mark.total} ${mark.unit} omitted${wayBack(mark)}]`;
    default: {
      const never: never = mark;
      return never;
    }
  }
}

/** What stands for a finding's message, where it was said of another place in the file. */
export const formatDitto = (place: string): string => `[as ${place}]`;

/** The place; undefined for a message of another form. */
export const parseDitto = (message: string): string | undefined => /^\[as (\d+(?::\d+)?)\]$/.exec(message)?.[1];

/** A row that a fold of ours may have written, or several as one. */
const DITTO = /^\s*(?:\d+(?::\d+)?:?\s+)+\[as \d+(?::\d+)?\]$/;

const RANGE = 'lines? (\\d+)(?:-(\\d+))?';
const GAP = new RegExp(`^\\[\\.\\.\\. ${RANGE}(?:: \\+(\\d+) -(\\d+)|: (${HITS}))?\\]$`, 's');
const QUOTES = /^\[quoted source shown from line (\d+)\]$/;
const BLOCK = /^\[(\d+) lines above x(\d+)\]$/;
const FOLDER = /^\[(\d+) (lines|findings|files) begin: (.+)\]$/s;
const AGAIN = /^\[again(?:, (\d+) lines)?: (.+)\.\.\.\]$/s; // a line may hold U+2028, which a dot alone is not
const RECAP = new RegExp(`^\\[x(\\d+) ${RANGE}\\] (.*)$`, 's');
const PLACES = /^\[also at (\S+(?: \d[\d:,]*)+(?:, \S+(?: \d[\d:,]*)+)*)\]$/;
const COUNTED = /^\[counted: (.+)\]$/s;
const FOOTER =
  /^\[(\d+) of (\d+) (lines|bytes) omitted(?: and lost: the recovery store failed|: tinyjuice retrieve (tj_[0-9a-hjkmnp-tv-z]{10})(?: \(first (\d+) bytes\))?)\]$/;
const FORM = /^\[([a-z][ -:<-Z^-~]*); exact: tinyjuice decode\]$/;
const PART = /^next (\d+) lines: (.+)$/s;
const REPEAT = /^(.*) \[x(\d+)\]$/s;

const toRange = (from: string | undefined, to: string | undefined): LineRange => ({
  from: Number(from),
  to: Number(to ?? from),
});

/** Reads a whole-line mark (gap without its list, block, recap, places, counted, group, again, screen, quotes, form, part without its body, label, footer); undefined where the line is none. */
export function parseLineMark(text: string): Mark | undefined {
  if (text.charCodeAt(0) !== 0x5b) return undefined;
  if (text === '[... alternate screen]') return { kind: 'screen' };
  if (text === NO_QUOTES) return { kind: 'quotes', shownFrom: undefined };
  const shownFrom = QUOTES.exec(text)?.[1];
  if (shownFrom !== undefined) return { kind: 'quotes', shownFrom: Number(shownFrom) };
  const gap = GAP.exec(text);
  if (gap) {
    const changes = gap[3] === undefined ? undefined : { added: Number(gap[3]), removed: Number(gap[4]) };
    return { kind: 'gap', range: toRange(gap[1], gap[2]), changes, hits: parseHits(gap[5]) };
  }
  const footer = FOOTER.exec(text);
  if (footer) {
    const unit = footer[3] === 'bytes' ? 'bytes' : 'lines';
    const storedBytes = footer[5] === undefined ? undefined : Number(footer[5]);
    const [omitted, total] = [Number(footer[1]), Number(footer[2])];
    return { kind: 'footer', omitted, total, unit, token: footer[4], storedBytes };
  }
  const block = BLOCK.exec(text);
  if (block) return { kind: 'block', size: Number(block[1]), count: Number(block[2]) };
  const folder = FOLDER.exec(text);
  if (folder) {
    const kind = folder[2] === 'lines' ? 'folder' : (folder[2] as GroupKind);
    return { kind, count: Number(folder[1]), prefix: folder[3] ?? '' };
  }
  const about = text.endsWith(' decode]') ? FORM.exec(text)?.[1] : undefined;
  const [, lines, of = ''] = about === undefined ? [] : (PART.exec(about) ?? []);
  if (lines !== undefined) return { kind: 'part', lines: Number(lines), about: of, body: '' };
  if (about !== undefined) return { kind: 'form', about };
  const label = parseLabel(text);
  if (label !== undefined) return label;
  const again = AGAIN.exec(text);
  if (again) {
    const lines = again[1] === undefined ? undefined : Number(again[1]);
    return { kind: 'again', beginning: again[2] ?? '', lines };
  }
  const recap = RECAP.exec(text);
  if (recap)
    return { kind: 'recap', count: Number(recap[1]), range: toRange(recap[2], recap[3]), text: recap[4] ?? '' };
  const list = PLACES.exec(text)?.[1];
  if (list !== undefined) return { kind: 'places', list };
  const counted = COUNTED.exec(text)?.[1];
  return counted === undefined ? undefined : parseCounts(counted);
}

function parseCounts(list: string): Mark | undefined {
  const counts: Count[] = [];
  let at = 0;
  while (at < list.length) {
    const item = /(?:, )?(\d+) "([^"]*)"/y;
    item.lastIndex = at;
    const found = item.exec(list);
    if (!found) return undefined;
    counts.push({ count: Number(found[1]), label: found[2] ?? '' });
    at = item.lastIndex;
  }
  return { kind: 'counted', counts };
}

/** Reads the mark at the end of a line of which there are many; undefined where there is none. */
export function parseTailMark(text: string): (Mark & { kind: 'repeat' }) | undefined {
  const repeat = text.endsWith(']') ? REPEAT.exec(text) : null;
  return repeat === null ? undefined : { kind: 'repeat', text: repeat[1] ?? '', count: Number(repeat[2]) };
}

/** A fold of equal lines must save this many characters; below, equal rows are easier to read as they are. */
export const MIN_REPEAT_SAVING = 64;

/** Characters that a fold of equal lines saves. */
export function repeatSaving(mark: { readonly text: string; readonly count: number }): number {
  return (mark.count - 1) * (mark.text.length + 1) - ` [x${mark.count}]`.length;
}

/**
 * True for a line that a reducer of ours writes (gap, recap, block, footer, a fold that pays …): a text that holds
 * one has been reduced already, and from there on is left as it is.
 */
export function isOwnMark(text: string): boolean {
  if (text.endsWith(']')) {
    const whole = text.charCodeAt(0) === 0x5b ? parseLineMark(text) : undefined;
    if (whole !== undefined) return whole.kind !== 'screen'; // that one is made by rendering, in this very run
    if (DITTO.test(text)) return true;
    const mark = parseTailMark(text);
    if (mark !== undefined) return repeatSaving(mark) >= MIN_REPEAT_SAVING;
  }
  return text.startsWith('[x') && RECAP.test(text);
}

/** The line is such a mark, in the text itself: none that a fold of this run has made of it, and none behind a lead. */
export const holdsOwnMark = ({ fold, lead, text }: Pick<Line, 'fold' | 'lead' | 'text'>): boolean =>
  fold === undefined && lead === '' && isOwnMark(text);
