/** Rows of a run that counts its steps, `epoch 12  loss 0.31`: each is progress, but for the odd ones. */

/** What a step is called, in a row or above its column. Of rows that count anything else each is data. */
const STEP =
  /^(?:iters?|iterations?|epochs?|steps?|rounds?|gens?|generations?|cycles?|sweeps?|episodes?|it|schritt|itération|iteración|époque|época|шаг|эпоха)$/iu;
/** The count, behind its word where it has one, and `/100` or a bracket behind it. */
const ROW = /^[\s[(]*(?:(\p{L}+)[\s:=#]*)?(\d{1,9})(?:\s*\/\s*\d+)?(?=[\s\]),:;|]|$)/u;
const HEADER = /^[\s|#]*(\p{L}+)[\s|,;].*\p{L}/u;
/** `-0.31`, `2.5e-3`. */
const NUMBER = /[-+]?\d+(?:\.(\d+))?(?:e([-+]?\d+))?/gi;
const BLANKS = /\s\s|[^\S ]/;
const MAX_COLUMNS = 32;
const MAX_CHARS = 400;
/** A header stands so many lines above its first row. */
const MAX_HEADER_DISTANCE = 3;
/** Rows of which nothing is odd, for nothing is usual yet. */
const MIN_ROWS = 5;
/** So many times the usual step is odd, and so many units of the last place are not. */
const STEP_FACTOR = 8;
const MIN_UNITS = 2.5;
/** Share of the newest step in what is usual, and how much of an odd one counts. */
const NEWEST_SHARE = 0.2;
const MAX_GROWTH = 4;

export interface SeriesRow {
  /** The row goes on where the one before has ended; false for the first of a series. */
  readonly goesOn: boolean;
  /** A number far out of the usual, other words, or steps left out. */
  readonly isOdd: boolean;
}

export interface SeriesReader {
  /** Undefined for a line that is no row of a series. */
  read(text: string): SeriesRow | undefined;
}

interface Column {
  value: number;
  usual: number;
}

/** Reads the lines of one text in order. Holds numbers of one row. */
export function openSeries(): SeriesReader {
  let headerDistance = Number.POSITIVE_INFINITY;
  let last = Number.NaN;
  let stride = 0;
  let rows = 0;
  let words = '';
  let columns: Column[] = [];

  const begin = (count: number): void => {
    last = count;
    stride = 0;
    rows = 0;
    words = '';
    columns = [];
  };
  /** Whether the values are odd beside those of the rows before. */
  const take = (rest: string): boolean => {
    const { skeleton, values } = partsOf(rest);
    const isOther = rows > 0 && skeleton !== words;
    words = skeleton;
    if (columns.length !== values.length) columns = values.map(() => ({ value: Number.NaN, usual: 0 }));
    rows += 1;
    let isOdd = false;
    // All of them are taken into account, also below an odd one.
    for (const [at, found] of values.entries()) isOdd = isFar(columns[at], found) || isOdd;
    return isOther || (isOdd && rows >= MIN_ROWS);
  };
  return {
    read(text) {
      headerDistance += 1;
      const found = text.length > MAX_CHARS ? null : ROW.exec(text);
      const word = found?.[1];
      const isNamed = word === undefined ? headerDistance <= MAX_HEADER_DISTANCE : STEP.test(word);
      if (found === null || !isNamed) {
        if (!/\d/.test(text) && STEP.test(HEADER.exec(text)?.[1] ?? '')) headerDistance = 0;
        return undefined;
      }
      headerDistance = 0;
      const count = Number(found[2]);
      const goesOn = count > last;
      if (!goesOn) begin(count);
      const step = count - last;
      const isGap = stride > 0 && step !== stride;
      if (goesOn && !isGap) stride = step;
      last = count;
      const isOdd = take(text.slice(found[0].length));
      return { goesOn, isOdd: isGap || isOdd };
    },
  };
}

/** A row without its numbers and with single blanks, and its first numbers. */
function partsOf(rest: string): { readonly skeleton: string; readonly values: readonly RegExpExecArray[] } {
  const values: RegExpExecArray[] = [];
  let skeleton = '';
  let end = 0;
  NUMBER.lastIndex = 0;
  for (let found = NUMBER.exec(rest); found !== null; found = NUMBER.exec(rest)) {
    skeleton += `${rest.slice(end, found.index)}0`;
    end = NUMBER.lastIndex;
    if (values.length < MAX_COLUMNS) values.push(found);
  }
  skeleton += rest.slice(end);
  return { skeleton: BLANKS.test(skeleton) ? skeleton.replace(/\s+/g, ' ') : skeleton, values };
}

/** Takes the value into account. */
function isFar(column: Column | undefined, [text, places, exponent]: RegExpExecArray): boolean {
  if (column === undefined) return false;
  const value = Number(text);
  const step = Math.abs(value - column.value);
  column.value = value;
  if (Number.isNaN(step)) return false;
  const known = column.usual;
  column.usual += NEWEST_SHARE * (known === 0 ? step : Math.min(step, MAX_GROWTH * known)) - NEWEST_SHARE * known;
  return step > STEP_FACTOR * known && step > MIN_UNITS * 10 ** (Number(exponent ?? 0) - (places?.length ?? 0));
}
