/** What OUT leaves out of RAW, counted by shape: what recaps and counts are held against. */
import type { LineRange } from '../line.js';
import { kindOf } from '../text/finding.js';
import { leadOf } from '../text/lead.js';
import type { Count } from '../text/marker.js';
import { passedSignOf } from '../text/passed-sign.js';
import { openPlaces, type Places } from '../text/places.js';
import { evidenceOf, isPassedLine } from '../text/severity.js';
import { shapeOf } from '../text/shape.js';
import type { Row } from './rows.js';

interface Recap {
  readonly count: number;
  readonly range: LineRange;
  readonly text: string;
}

export interface LeftOut {
  /** Raw lines left out so far, but for the last of each run, which is shown. */
  readonly lines: number;
  readonly rows: number;
  /** The last raw line of them; 0 where there is none. */
  readonly through: number;
  /** @param isData a file's own line: nothing in it speaks of the run. */
  add(row: Row, isData?: boolean): void;
  /** The run that was just added ends with the line shown, and all of it has one shape. */
  checkRun(mark: Recap): string | undefined;
  checkRecap(mark: Recap): string | undefined;
  /** Where the lines of the recap above were, but for the last one. */
  checkPlaces(list: string): string | undefined;
  checkCounts(counts: readonly Count[]): string | undefined;
  /** At the end: errors and warnings are all shown or counted. */
  checkSilence(): string | undefined;
  /** At the end: what passed is counted by our marks, or by the tool's own totals. */
  checkPassed(hasTotals: boolean): string | undefined;
}

interface Kind {
  count: number;
  first: number;
  last: number;
  text: string;
  /** By what they are evidence of. */
  readonly evidence: Tally;
  readonly places: Places;
}

/** Lines by a word. */
type Tally = Map<string, number>;

const tally = (words: Tally, word: string | undefined, count: number): void => {
  if (word !== undefined) words.set(word, (words.get(word) ?? 0) + count);
};

/** By what a line without evidence says that it passed, if it does. */
const passedWord = (text: string): string | undefined => (isPassedLine(text) ? passedSignOf(text) : undefined);

/**
 * @param lead what a runner writes before each line: no part of what the command says.
 * @param isBenign whether a rule may have called this line harmless, in which case no mark counts it.
 */
export function openLeftOut(lead: RegExp | undefined, isBenign: (text: string) => boolean): LeftOut {
  const bareOf = (text: string): string => text.slice(leadOf(text, lead).length);
  const kinds = new Map<number, Kind>();
  /** What is left out and that no mark has accounted for. */
  const evidence: Tally = new Map();
  const passed: Tally = new Map();
  /** Of all evidence that is left out: what no mark need account for. */
  const spared: Tally = new Map();
  let isPassedCounted = false;
  let lines = 0;
  let rows = 0;
  /** Last raw line that is counted: several rows may stand for one. */
  let countedThrough = 0;
  /** The kind of the recap above. */
  let recapped: Kind | undefined;
  let latest: { row: Row; shape: number; since: number } | undefined;

  const checkEvidence = ({ count, label }: Count): string | undefined => {
    const known = evidence.get(label) ?? 0;
    tally(evidence, label, -count);
    return count > known ? `${count} lines "${label}" are counted, but ${known} are left out` : undefined;
  };
  const checkPassedCounts = (counts: readonly Count[]): string | undefined => {
    isPassedCounted = true;
    const wrong = counts.find(({ count, label }) => passed.get(label) !== count);
    if (wrong !== undefined)
      return `${wrong.count} lines "${wrong.label}" are counted, but ${passed.get(wrong.label) ?? 0} are left out`;
    const missing = [...passed.keys()].find(
      word => passed.get(word) !== 0 && !counts.some(({ label }) => label === word),
    );
    return missing === undefined
      ? undefined
      : `${passed.get(missing)} lines "${missing}" are left out, and not counted`;
  };
  return {
    get lines() {
      return lines;
    },
    get rows() {
      return rows;
    },
    get through() {
      return countedThrough;
    },
    add(row, isData = false) {
      const shape = shapeOf(row.text);
      lines += Math.max(0, row.through - Math.max(countedThrough, row.number - 1));
      countedThrough = Math.max(countedThrough, row.through);
      rows += 1;
      if (isData) return;
      latest = { row, shape, since: latest?.shape === shape ? latest.since : row.number };
      const bare = bareOf(row.text);
      const key = kindOf(bare, shape);
      const kind = kinds.get(key) ?? {
        count: 0,
        first: row.number,
        last: 0,
        text: '',
        evidence: new Map(),
        places: openPlaces(),
      };
      kinds.set(key, kind);
      kind.count += 1;
      kind.last = row.through;
      kind.text = row.text;
      kind.places.add(bare);
      const label = evidenceOf(bare);
      tally(kind.evidence, label, 1);
      tally(evidence, label, 1);
      if (label !== undefined && (row.isQuote || isBenign(bare) || isBenign(row.text))) tally(spared, label, 1);
      if (label === undefined) tally(passed, passedWord(bare), 1);
    },
    checkRun(mark) {
      if (latest?.row.text !== mark.text) return 'the run does not end with this line';
      if (latest.since > mark.range.from)
        return `not all lines of the run ${mark.range.from}-${mark.range.to} have one shape`;
      lines -= latest.row.through - latest.row.number + 1;
      const bare = bareOf(mark.text);
      const kind = kinds.get(kindOf(bare, latest.shape));
      if (kind !== undefined) {
        kind.count -= 1;
        kind.places.takeBack();
      }
      if (evidenceOf(bare) === undefined) tally(passed, passedWord(bare), -1);
      return undefined;
    },
    checkRecap(mark) {
      const kind = kinds.get(kindOf(bareOf(mark.text), shapeOf(mark.text)));
      if (kind === undefined) return 'no line of this shape is left out';
      if (kind.text !== mark.text || kind.last !== mark.range.to)
        return `the last line of this shape is line ${kind.last}, and it differs`;
      if (mark.count > kind.count)
        return `the recap says ${mark.count} lines, but ${kind.count} of this shape are left out`;
      if (mark.count < kind.count || kind.first !== mark.range.from)
        return `${kind.count} lines of this shape are left out since line ${kind.first}, not ${mark.count} since ${mark.range.from}`;
      for (const [label, count] of kind.evidence) tally(evidence, label, -count);
      recapped = kind;
      return undefined;
    },
    checkPlaces(list) {
      const known = recapped?.places.list();
      recapped = undefined;
      return list === known ? undefined : `these lines are left out at ${known ?? 'places that are not known'}`;
    },
    checkCounts(counts) {
      const isEvidence = ({ label }: Count): boolean => LABELS.includes(label);
      for (const count of counts.filter(isEvidence)) {
        const wrong = checkEvidence(count);
        if (wrong !== undefined) return wrong;
      }
      const others = counts.filter(count => !isEvidence(count));
      return others.length > 0 ? checkPassedCounts(others) : undefined;
    },
    checkSilence() {
      const label = GRAVE.find(each => (evidence.get(each) ?? 0) > (spared.get(each) ?? 0));
      if (label === undefined) return undefined;
      const count = (evidence.get(label) ?? 0) - (spared.get(label) ?? 0);
      return `${count} lines "${label}" are left out, and no mark counts them`;
    },
    checkPassed(hasTotals) {
      if (hasTotals || isPassedCounted) return undefined;
      const [word, count] = [...passed].find(entry => entry[1] > 0) ?? [];
      return word === undefined ? undefined : `${count} lines "${word}" are left out; no total says so, and no mark`;
    },
  };
}

/** What evidence is counted by; other words are signs of what passed. */
const LABELS = ['error', 'warning', 'verdict', 'cut'];
/** Of a run that has failed, a rule may take totals of what passed for noise; never these. */
const GRAVE = ['error', 'warning'];
