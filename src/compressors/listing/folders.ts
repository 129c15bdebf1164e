/** Where lines that name a folder are best put among paths, so that each path need only say what stands below it. */
import { estimateTokens } from '../../tokens/estimate.js';

/** What a folder's line costs besides its name. */
const LINE_TOKENS = 2;
/** Deeper folders are a part of the name. */
const MAX_DEPTH = 12;

/** What a path may stand below: its folders, and the file of a search's hit. */
const FOLDER = '[^\\s:/{}"\'`<>;|=,]*';
const FOLDERS = new RegExp(`${FOLDER}/`, 'y');
/** The file of a line around a hit, `cart.ts-13-`. */
const NEAR_HIT = /\.[A-Za-z]\w*-(?=\d+-)/;
/** Longer ones are no paths. */
const MAX_PATH_CHARS = 1_024;
/** A line that says what the paths behind it stand below. */
const HEADING = new RegExp(`^(?:(?:${FOLDER}/)+|(?:${FOLDER}/)*[^\\s:/]+):$`);
/** Said of paths that stand below none. */
const NONE = './';

/**
 * From the first folder to the last, with all before it, then the file.
 * @param areHits the paths are a search's: names hold no `-12-`.
 */
export function levelsOf(path: string, areHits: boolean): readonly string[] {
  const file = fileOf(path, areHits);
  const name = file ?? /^[^\s:]{0,1024}/.exec(path)?.[0] ?? '';
  // What goes on behind a blank is a sentence, that is looked for as it stands.
  if (file === undefined && /[ \t]/.test(path)) return [];
  // Git's `{old => new}/` parts no path; a fraction and a date are none.
  if (name.includes('{') || /^[=[(]/.test(name) || !/[A-Za-z.~]/.test(name)) return [];
  const levels: string[] = [];
  let end = 0;
  FOLDERS.lastIndex = 0;
  while (levels.length < MAX_DEPTH && FOLDERS.test(name)) {
    end = FOLDERS.lastIndex;
    levels.push(name.slice(0, end));
  }
  if (file !== undefined) levels.push(`${file}:`);
  return levels;
}

/** `2026-11-20T08:15:00`, and not line 15 of a file. */
const DAY_AND_HOUR = /\d-\d\dT\d\d$/;

/** The file that a hit is in, or a line around one. */
function fileOf(line: string, areHits: boolean): string | undefined {
  const end = line.indexOf(':');
  if (end > 0 && end <= MAX_PATH_CHARS && /^\d+:/.test(line.slice(end + 1, end + 12))) {
    const file = line.slice(0, end);
    const name = file.slice(file.lastIndexOf('/') + 1);
    if (!/\s/.test(file) && /[A-Za-z_]/.test(name) && !DAY_AND_HOUR.test(name)) return file;
  }
  const near = areHits ? NEAR_HIT.exec(line.slice(0, MAX_PATH_CHARS)) : null;
  const file = near === null ? '' : line.slice(0, near.index + near[0].length - 1);
  return file === '' || /[\s:]/.test(file) ? undefined : file;
}

/** What stands below a level, with it before: `12-` below `cart.ts:` is a line around a hit. */
export const joinLevel = (level: string, rest: string): string =>
  level.endsWith(':') && /^\d+-/.test(rest) ? `${level.slice(0, -1)}-${rest}` : level + rest;

/** A search's hit. */
export const isHit = (line: string): boolean => fileOf(line, false) !== undefined;

export const isHeading = (line: string): boolean => line.endsWith(':') && !line.startsWith('=') && HEADING.test(line);

export const formatHeading = (level: string): string =>
  level === '' ? `${NONE}:` : level.endsWith(':') ? level : `${level}:`;

export const parseHeading = (line: string): string =>
  line === `${NONE}:` ? '' : line.endsWith('/:') ? line.slice(0, -1) : line;

/** A path that may not stand below none. */
export const beginsHere = (path: string, at: number): boolean => path.startsWith(NONE, at);

/** One path's costs by how many of its levels it stands below. */
interface Choice {
  readonly levels: readonly string[];
  /** Least cost of all paths up to this one. */
  readonly costs: readonly number[];
  /** Whether the same level's line was above; else its own is. */
  readonly isSame: readonly boolean[];
  /** The least of the costs, and where it is. */
  readonly least: number;
  readonly leastAt: number;
}

/**
 * The level below which each path stands. Costs least in all: each change costs the level's own line, each path what is
 * left of it. Time: paths × depth.
 * @param levels of each path.
 */
export function placePaths(paths: readonly string[], levels: readonly (readonly string[])[]): readonly string[] {
  const tokens = openTokens();
  const choices: Choice[] = [];
  let before: Choice = { levels: [], costs: [0], isSame: [true], least: 0, leastAt: 0 };
  for (const [at, path] of paths.entries()) {
    before = choiceOf({ path, levels: levels[at] as readonly string[], tokens }, before);
    choices.push(before);
  }
  const placed: string[] = new Array(paths.length);
  let depth = before.leastAt;
  for (let at = choices.length - 1; at >= 0; at -= 1) {
    const choice = choices[at] as Choice;
    placed[at] = depth === 0 ? '' : (choice.levels[depth - 1] as string);
    if (!choice.isSame[depth]) depth = choices[at - 1]?.leastAt ?? 0;
  }
  return placed;
}

interface Placing {
  readonly path: string;
  readonly levels: readonly string[];
  readonly tokens: (level: string, above: string) => LevelTokens;
}

function choiceOf({ path, levels, tokens }: Placing, before: Choice): Choice {
  const last = levels.at(-1) ?? '';
  const depth = levels.length;
  const costs: number[] = new Array(depth + 1);
  const isSame: boolean[] = new Array(depth + 1);
  let rest = estimateTokens(path.slice(last.length));
  let leastAt = 0;
  for (let at = depth; at >= 0; at -= 1) {
    const level = at === 0 ? '' : (levels[at - 1] as string);
    const isStaying = at === 0 || before.levels[at - 1] === level;
    const stay = isStaying ? (before.costs[at] ?? Number.POSITIVE_INFINITY) : Number.POSITIVE_INFINITY;
    const own = at === 0 ? NO_LEVEL : tokens(level, at === 1 ? '' : (levels[at - 2] as string));
    const go = before.least + own.whole + LINE_TOKENS;
    isSame[at] = stay <= go;
    // A folder's own path is not left empty below itself.
    costs[at] = at > 0 && level.length >= path.length ? Number.POSITIVE_INFINITY : rest + Math.min(stay, go);
    rest += own.behind;
  }
  for (let at = 1; at <= depth; at += 1) if ((costs[at] as number) < (costs[leastAt] as number)) leastAt = at;
  return { levels, costs, isSame, least: costs[leastAt] as number, leastAt };
}

/** What a level costs in a line of its own, and behind the one above it. */
interface LevelTokens {
  readonly whole: number;
  readonly behind: number;
}

const NO_LEVEL: LevelTokens = { whole: 0, behind: 0 };

/** Many paths have the same levels. */
function openTokens(): Placing['tokens'] {
  const known = new Map<string, LevelTokens>();
  return (level, above) => {
    const found = known.get(level);
    if (found !== undefined) return found;
    const tokens = { whole: estimateTokens(level), behind: estimateTokens(level.slice(above.length)) };
    known.set(level, tokens);
    return tokens;
  };
}
