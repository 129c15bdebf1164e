/** Records of a log that say the same of different things, and the template that they have in common. */
import { commonEnd, commonStart } from '../../text/beginning.js';
import type { Template } from './template.js';

/** Words and what parts them: words stand at even places. */
type Words = readonly string[];

/** A template that pays, and what each of its records puts into the holes. */
export interface Cluster {
  readonly template: Template;
  /** By the record's place among the lines. */
  readonly values: ReadonlyMap<number, readonly string[]>;
}

/** Fewer records have no template. */
const MIN_RECORDS = 3;
/** More words are those of a text. */
const MAX_WORDS = 96;
const BETWEEN = /([\s|=,;()[\]<>"']+)/;
/** So many of the words must be the same for records to be of one template, and so many groups are looked at. */
const MIN_SAME_SHARE = 0.6;
const MAX_GROUPS = 48;
/** What a template must save of its records' characters. */
const MIN_SAVED_SHARE = 0.2;

interface Group {
  /** Undefined where the records differ. */
  words: (string | undefined)[];
  readonly records: Map<number, Words>;
  readonly isEvidence: boolean;
}

/** A record of a log. */
export interface LogRecord {
  /** Its place among the lines. */
  readonly at: number;
  readonly text: string;
  /** It speaks of trouble: others that say it in other words are not like it, and the first and the last of its like stay whole. */
  readonly isEvidence: boolean;
}

/** Clusters of the records that pay. @param isLate asked now and then: give up. */
export function findClusters(records: readonly LogRecord[], isLate: () => boolean): readonly Cluster[] | undefined {
  const groups = new Map<string, Group>();
  const byForm = new Map<string, Group[]>();
  for (const { at, text, isEvidence } of records) {
    if (at % 1_024 === 0 && isLate()) return undefined;
    const words = text.split(BETWEEN);
    if (words.length > MAX_WORDS * 2) continue;
    const masked = words.map((word, place) => (place % 2 === 0 && /\d/.test(word) ? undefined : word));
    const key = (isEvidence ? '!' : '') + masked.map(word => word ?? '\0').join('\u0001');
    const known = groups.get(key);
    if (known !== undefined) {
      known.records.set(at, words);
      continue;
    }
    const form = words.map((word, place) => (place % 2 === 0 ? '' : word)).join('\0');
    const alike = byForm.get(form) ?? [];
    byForm.set(form, alike);
    const near = isEvidence ? undefined : alike.find(group => sameShare(group.words, masked) >= MIN_SAME_SHARE);
    const group = near ?? { words: masked, records: new Map(), isEvidence };
    if (near !== undefined) near.words = near.words.map((word, place) => (word === masked[place] ? word : undefined));
    else if (!isEvidence && alike.length < MAX_GROUPS) alike.push(group);
    group.records.set(at, words);
    groups.set(key, group);
  }
  return [...new Set(groups.values())].flatMap(clusterOf);
}

/** How many of the words that are the same in all of a group another record has. */
function sameShare(words: readonly (string | undefined)[], masked: readonly (string | undefined)[]): number {
  let same = 0;
  let all = 0;
  for (let place = 0; place < words.length; place += 2) {
    all += 1;
    if (words[place] === masked[place]) same += 1;
  }
  return same / all;
}

function clusterOf({ words, records, isEvidence }: Group): readonly Cluster[] {
  const entries = [...records].slice(isEvidence ? 1 : 0, isEvidence ? -1 : undefined);
  if (entries.length < MIN_RECORDS) return [];
  const rows = entries.map(([, row]) => row);
  const template = [''];
  const holes: { place: number; start: number; end: number }[] = [];
  const say = (text: string): void => {
    template[template.length - 1] += text;
  };
  for (let place = 0; place < words.length; place += 1) {
    const first = rows[0]?.[place] ?? '';
    if (place % 2 === 1 || rows.every(row => row[place] === first)) {
      say(first);
      continue;
    }
    const values = rows.map(row => row[place] as string);
    const start = startOf(values);
    const end = endOf(values.map(value => value.slice(start.length)));
    say(start);
    template.push(end);
    holes.push({ place, start: start.length, end: end.length });
  }
  const values = new Map<number, readonly string[]>();
  let saved = -template.join('{}').length;
  let chars = 0;
  for (const [at, row] of entries) {
    const said = holes.map(({ place, start, end }) =>
      (row[place] as string).slice(start, (row[place] as string).length - end),
    );
    // A blank parts the values, and a mark stands for one.
    if (said.some(value => value === '' || value === '"')) continue;
    values.set(at, said);
    const length = row.reduce((sum, word) => sum + word.length, 0);
    chars += length;
    saved += length - said.reduce((sum, value) => sum + value.length + 1, 2);
  }
  return values.size >= MIN_RECORDS && saved > chars * MIN_SAVED_SHARE ? [{ template, values }] : [];
}

/** What all values begin with, up to where a part of them ends. */
function startOf(values: readonly string[]): string {
  const common = commonStart(values);
  return /^.*(?:[=:/([<"'@#,|-]|\dT)/.exec(common)?.[0] ?? '';
}

/** What all values end with, from where a part of them begins: a closing mark, a port, a unit. */
function endOf(values: readonly string[]): string {
  const common = commonEnd(values);
  const closing = /[)\]}>"',;:/=|].*$/.exec(common)?.[0];
  const unit = /[A-Za-z%]+$/.exec(common)?.[0] ?? '';
  const areNumbers = values.every(value => /\d/.test(value.charAt(value.length - unit.length - 1)));
  return closing ?? (areNumbers ? unit : '');
}
