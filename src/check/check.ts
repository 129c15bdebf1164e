/** The arbiter of I2: every line of OUT stands in RAW, or is a mark that says the truth about RAW. */
import { statSync } from 'node:fs';
import { tokenOf } from '../ccr/token.js';
import { readHead } from '../classify/head.js';
import type { Book } from '../rules/book.js';
import { type Dittos, openDittos, splitDittos } from '../text/ditto.js';
import { openEchoes } from '../text/echo.js';
import { isGroupKind, isOfGroup } from '../text/group.js';
import { HEAD_SIZE } from '../text/head.js';
import { findLead } from '../text/lead.js';
import { type Mark, parseLineMark, parseTailMark } from '../text/marker.js';
import { agrees, parseShortForm, type ShortForm } from '../text/short-form.js';
import { openShownLines } from '../text/shown-lines.js';
import { checkAgain } from './again.js';
import { openBenign } from './benign.js';
import { firstBytes, hashOf, isSameContent, labelOf } from './content.js';
import { openHits } from './hits.js';
import { openHunks } from './hunks.js';
import { openLeftOut } from './left-out.js';
import { openPart } from './part.js';
import { checkPrefix } from './prefix.js';
import { openCursor, readRows, withQuotes } from './rows.js';
import { fails, type Verdict } from './verdict.js';
import { checkQuotes, leaveQuotes, show, skip, type Work } from './work.js';

/** No line of it is one of RAW's. */
const OF_A_MODEL = fails(1, 'below stand the words of a model: nothing can show that they say what RAW says');

/** Long rows remembered: far more than a reduction does. */
const MAX_ECHO_ROWS = 4_096;
const MAX_SHOWN_ROWS = 8_192;

/**
 * Checks a reduced text against its original, both files of any size. Memory: bounded.
 * @param book the rules that may have called a line harmless; the built-in ones where it is not given.
 */
export async function check(rawPath: string, outPath: string, book?: Book): Promise<Verdict> {
  if (await isSameContent(rawPath, outPath)) return { isTrue: true, violation: undefined, shown: 0, omitted: 0 };
  const label = labelOf(outPath);
  if (label === 'form') return (await import('./check-form.js')).checkForm(rawPath, outPath);
  if (label === 'extract') return (await import('./check-extract.js')).checkExtract(rawPath, outPath);
  if (label === 'excerpt') return (await import('./check-excerpt.js')).checkExcerpt(rawPath, outPath);
  if (label === 'summary') return OF_A_MODEL;
  const { isCrText, lines } = readHead(firstBytes(rawPath), statSync(rawPath).size <= HEAD_SIZE);
  const lead = findLead(lines);
  const work: Work = {
    isCrText,
    lead,
    raw: openCursor(withQuotes(readRows(rawPath, { isCrText, isRendered: false }), lead)),
    rawPath,
    leftOut: openLeftOut(lead, openBenign(book)),
    hunks: openHunks(lead),
    hits: openHits(lead),
    echoes: openEchoes(MAX_ECHO_ROWS),
    shownLines: openShownLines(MAX_SHOWN_ROWS),
    dittos: openDittos(),
    recent: [],
    lastRaw: 0,
    omittedBytes: 0,
    shown: 0,
    hasTotals: false,
    isFooterSeen: false,
    areQuotesOut: false,
    part: undefined,
    folder: undefined,
  };
  let line = 0;
  const fail = (message: string): Verdict => ({
    isTrue: false,
    violation: { line, message },
    shown: work.shown,
    omitted: work.leftOut.lines,
  });
  for await (const { text } of readRows(outPath, { isCrText: false, isRendered: true })) {
    line += 1;
    if (work.isFooterSeen) return fail('a line stands below the footer');
    const message = await checkLine(work, text);
    if (message !== undefined) return fail(message);
  }
  line += 1;
  if (work.folder !== undefined)
    return fail(`${work.folder.left} lines of the folder ${work.folder.prefix} are missing`);
  if (work.hits.left > 0) return fail(`${work.hits.left} lines of the files of a gap are missing`);
  if (work.part !== undefined) return fail(`${work.part.left} lines of another form are missing`);
  await leaveQuotes(work, undefined);
  const rest = await work.raw.peek();
  if (rest !== undefined) return fail(`raw line ${rest.number} and what follows are neither shown nor counted`);
  if (work.leftOut.lines + work.omittedBytes > 0 && !work.isFooterSeen)
    return fail('lines are left out, and no footer says how to get them');
  return { isTrue: true, violation: undefined, shown: work.shown, omitted: work.leftOut.lines };
}

/** Checks one line of OUT, or the rows in it that say the same of several places. Returns what is wrong with it. */
async function checkLine(work: Work, text: string): Promise<string | undefined> {
  if (work.part !== undefined) return takePart(work, text);
  if (work.hits.left > 0) return work.hits.take(text);
  for (const row of splitDittos(text)) {
    const message = await checkRow(work, row);
    if (message !== undefined) return message;
  }
  return undefined;
}

async function checkRow(work: Work, text: string): Promise<string | undefined> {
  await leaveQuotes(work, parseLineMark(text));
  const next = await work.raw.peek();
  const folder = work.folder !== undefined && isOfGroup(work.folder.kind, text) ? work.folder : undefined;
  const whole = (folder?.prefix ?? '') + text;
  const expanded = (folder?.prefix ?? '') + expand(work.dittos, text);
  if (next?.text === whole || next?.text === expanded) {
    work.shownLines.show((await show(work))?.text ?? '');
    if (folder !== undefined) folder.left -= 1;
    if (folder?.left === 0) work.folder = undefined;
    return undefined;
  }
  const inside = folder === undefined ? undefined : parseLineMark(text);
  if (inside !== undefined && AMONG.includes(inside.kind)) return checkMark(work, inside);
  if (folder !== undefined) return `RAW does not hold this line of the folder ${folder.prefix}: ${quote(whole)}`;
  const short = parseShortForm(text);
  if (next !== undefined && short !== undefined && agrees(short, next.text, 0)) {
    work.shownLines.show(text);
    return checkShort(work, short);
  }
  const mark = parseLineMark(text) ?? parseTailMark(text);
  if (mark === undefined) {
    const place = next === undefined ? 'the end of RAW' : `raw line ${next.number}`;
    return `the line does not stand in RAW at this place (${place}): ${quote(text)}`;
  }
  return checkMark(work, mark);
}

/** Marks that may stand among lines of which the beginning is said once. */
const AMONG: readonly Mark['kind'][] = ['gap', 'recap', 'again', 'quotes'];

/** What a line of OUT stands for, as far as lines above it say. */
function expand(dittos: Dittos, text: string): string {
  if (parseLineMark(text) === undefined) return dittos.expand(text);
  dittos.pass(text);
  return text;
}

/** Checks a shortened line against its raw line, piece by piece. */
async function checkShort(work: Work, short: ShortForm): Promise<string | undefined> {
  for (const { text } of short.shown) work.omittedBytes -= Buffer.byteLength(text);
  let at = 0;
  for (;;) {
    const row = await show(work);
    if (row === undefined || !agrees(short, row.text, at))
      return 'the shortened line shows what RAW does not hold there';
    at += row.text.length;
    work.omittedBytes += Buffer.byteLength(row.text);
    if ((await work.raw.peek())?.number !== row.number) break;
  }
  return at === short.length ? undefined : `the shortened line says ${short.length} characters, but RAW has ${at}`;
}

async function checkMark(work: Work, mark: Mark): Promise<string | undefined> {
  if (mark.kind !== 'again' && !isGroupKind(mark.kind)) work.shownLines.break();
  switch (mark.kind) {
    case 'gap':
      return checkGap(work, mark);
    case 'repeat':
      for (let i = 0; i < mark.count; i += 1)
        if ((await show(work))?.text !== mark.text) return `RAW does not hold ${mark.count} of these lines in a row`;
      return undefined;
    case 'block':
      return checkBlock(work, mark.size, mark.count);
    case 'recap':
      return checkRecap(work, mark);
    case 'places':
      return work.leftOut.checkPlaces(mark.list);
    case 'counted':
      return work.leftOut.checkCounts(mark.counts);
    case 'footer':
      return checkFooter(work, mark);
    case 'again':
      return checkAgain(work, mark, {
        skipQuotes: () => leaveQuotes(work, undefined),
        show: () => show(work),
      });
    case 'folder':
    case 'findings':
    case 'files':
      if (work.folder !== undefined) return `${work.folder.left} lines of the folder ${work.folder.prefix} are missing`;
      work.folder = { prefix: mark.prefix, kind: mark.kind, left: mark.count };
      return undefined;
    case 'quotes':
      return checkQuotes(work, mark);
    case 'part':
      work.part = openPart(mark);
      return undefined;
    default:
      return `a mark of this kind (${mark.kind}) may not stand here`;
  }
}

/** Takes a line of a part; after the last one, what it stands for must be the next raw lines. */
async function takePart(work: Work, text: string): Promise<string | undefined> {
  const original = await work.part?.take(text);
  if (original === undefined) return undefined;
  work.part = undefined;
  if (typeof original === 'string') return original;
  for (const line of original)
    if ((await show(work))?.text !== line) return `decoded, the part has a line that RAW does not: ${quote(line)}`;
  return undefined;
}

async function checkGap(work: Work, mark: Mark & { kind: 'gap' }): Promise<string | undefined> {
  const { range, changes, hits } = mark;
  work.hunks.begin();
  work.hits.begin();
  const wrong = await skip(work, range, 'gap', changes !== undefined);
  return wrong ?? (changes && work.hunks.check(changes)) ?? (hits && work.hits.check(mark));
}

async function checkBlock(work: Work, size: number, count: number): Promise<string | undefined> {
  const block = work.recent.slice(-size).map(row => row.text);
  if (block.length < size) return `the block says ${size} lines, but ${block.length} were shown above it`;
  for (let copy = 1; copy < count; copy += 1) {
    for (const text of block)
      if ((await show(work))?.text !== text) return `RAW does not hold this block ${count} times`;
  }
  return undefined;
}

async function checkRecap(work: Work, mark: Mark & { kind: 'recap' }): Promise<string | undefined> {
  const next = await work.raw.peek();
  if (next === undefined || mark.range.from < next.number) return work.leftOut.checkRecap(mark);
  const before = work.leftOut.rows;
  const wrong = await skip(work, mark.range, 'run');
  if (wrong !== undefined) return wrong;
  const count = work.leftOut.rows - before;
  if (count !== mark.count) return `the run says ${mark.count} lines, but RAW has ${count} there`;
  return work.leftOut.checkRun(mark);
}

async function checkFooter(work: Work, mark: Mark & { kind: 'footer' }): Promise<string | undefined> {
  work.isFooterSeen = true;
  const rest = await work.raw.peek();
  if (rest !== undefined) return `raw line ${rest.number} and what follows are neither shown nor counted`;
  const uncounted = work.leftOut.checkSilence() ?? work.leftOut.checkPassed(work.hasTotals);
  if (uncounted !== undefined) return uncounted;
  const omitted = mark.unit === 'lines' ? work.leftOut.lines : work.omittedBytes;
  const total = mark.unit === 'lines' ? work.lastRaw : statSync(work.rawPath).size;
  if (mark.omitted !== omitted) return `the footer says ${mark.omitted} ${mark.unit} omitted, but ${omitted} are`;
  if (mark.total !== total) return `the footer says ${mark.total} ${mark.unit} in all, but RAW has ${total}`;
  if (mark.token === undefined) return undefined;
  const token = tokenOf(await hashOf(work.rawPath, mark.storedBytes));
  if (token !== mark.token) {
    const what = mark.storedBytes === undefined ? 'RAW is' : `the first ${mark.storedBytes} bytes of RAW are`;
    return `the footer names ${mark.token}, but ${what} ${token}`;
  }
  return mark.storedBytes === undefined
    ? undefined
    : checkPrefix({ ...work, through: work.leftOut.through }, mark.storedBytes);
}

const quote = (text: string): string => JSON.stringify(text.length > 120 ? `${text.slice(0, 120)}…` : text);
