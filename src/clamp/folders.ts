/** Neighbouring paths in one folder, which is then said once. Lossless: the mark and the lines below it give all back. */
import type { Faults } from '../errors.js';
import { batchOf, type Line, type Link } from '../line.js';
import { CI_COMMAND } from '../text/ci.js';
import { formatMark } from '../text/marker.js';
import { estimateTokens } from '../tokens/estimate.js';
import { type Item, isMarkItem, type MarkItem } from './item.js';

/** Lines of one folder that are waited for, and how long each may be. */
const MAX_LINES = 256;
const MAX_CHARS = 512;
/** The estimate of tokens may be off by a quarter; a fold that saves next to nothing only puzzles. */
const SURE_SHARE = 0.75;
const MIN_SAVED_TOKENS = 8;

/** What may stand before a path, as tools that list files print it: a word or two, no number, no HTTP method. */
const LABEL = '(?!.*\\b(?:GET|HEAD|POST|PUT|PATCH|DELETE|OPTIONS) )\\s*(?:[\\p{L}\\[\\].?!*-]+:?\\s+){0,2}';
const FOLDERS = '(?:\\.{0,2}\\/)?(?:[\\w@.+~-]+\\/)+';
/** A line that ends in a path, or in one and what it has become: folders with names; the rest holds no blank. */
const PATH_LINE = new RegExp(`^${LABEL}${FOLDERS}[^\\s/:()][^\\s:()]*(?: -> \\S+)?$`, 'u');
/** The same up to its last folder. */
const FOLDER = new RegExp(`^${LABEL}${FOLDERS}`, 'u');

interface Group {
  readonly size: number;
  readonly prefix: string;
}

/**
 * Folds runs of kept lines that are paths in one folder. Holds at most `MAX_LINES` lines, while they have a folder in
 * common. After a fault, what is held and all that comes goes out as it is.
 */
export function foldFolders(faults: Faults): Link<readonly Item[], readonly Item[]> {
  let held: readonly Line[] = [];
  let common = '';

  const release = (out: Item[]): void => {
    for (let at = 0; at < held.length; ) {
      const group = bestGroup(held, at);
      if (group === undefined) out.push(held[at] as Line);
      else {
        const lines = held.slice(at, at + group.size);
        out.push(markOf(group), ...lines.map(line => ({ ...line, text: line.text.slice(group.prefix.length) })));
      }
      at += group?.size ?? 1;
    }
    held = [];
  };
  const take = (item: Item, out: Item[]): void => {
    if (isMarkItem(item) || !isPath(item)) {
      release(out);
      out.push(item);
      return;
    }
    const shared = held.length === 0 ? folderOf(item.text) : folderOf(commonOf(common, item.text));
    if (shared === '' || held.length >= MAX_LINES) {
      release(out);
      common = folderOf(item.text);
    } else common = shared;
    held = [...held, item];
  };
  const run = (batch: readonly Item[], work: (out: Item[]) => void): readonly (readonly Item[])[] => {
    const before = held;
    try {
      if (!faults.hasFailed) {
        faults.provoke('folders');
        const out: Item[] = [];
        work(out);
        return batchOf(out);
      }
    } catch (error) {
      faults.fail('folders', error);
    }
    held = [];
    return batchOf([...before, ...batch]);
  };
  return {
    push: batch =>
      run(batch, out => {
        for (const item of batch) take(item, out);
      }),
    end: () => run([], release),
    idle: () => run([], release),
  };
}

const isPath = ({ text, end, evidence, fold, short, because }: Line): boolean =>
  text.length <= MAX_CHARS &&
  end !== '' &&
  (evidence === undefined || evidence === 'warning') &&
  fold === undefined &&
  short === undefined &&
  because !== CI_COMMAND &&
  text.includes('/') &&
  !text.includes('://') &&
  PATH_LINE.test(text);

const folderOf = (text: string): string => FOLDER.exec(text)?.[0] ?? '';

/** What two texts have in common at their start. */
function commonOf(one: string, other: string): string {
  let at = 0;
  while (at < one.length && one.charCodeAt(at) === other.charCodeAt(at)) at += 1;
  return one.slice(0, at);
}

/** The group from `at` on that saves most; undefined where none saves enough. */
function bestGroup(lines: readonly Line[], at: number): Group | undefined {
  let best: Group | undefined;
  let bestSaving = MIN_SAVED_TOKENS;
  let prefix = folderOf((lines[at] as Line).text);
  for (let size = 2; at + size <= lines.length && prefix !== ''; size += 1) {
    const { text } = lines[at + size - 1] as Line;
    if (!text.startsWith(prefix)) prefix = folderOf(commonOf(prefix, text));
    if (prefix === '') break;
    const saving =
      size * estimateTokens(prefix) * SURE_SHARE - estimateTokens(formatMark(markOf({ size, prefix }).mark));
    if (saving <= bestSaving) continue;
    best = { size, prefix };
    bestSaving = saving;
  }
  return best;
}

const markOf = ({ size, prefix }: Group): MarkItem => ({
  mark: { kind: 'folder', count: size, prefix },
  from: 0,
  through: 0,
  evidence: 0,
});
