/** Lines that make a careless pattern try again and again. */
import { runInNewContext } from 'node:vm';

const SHAPES: readonly (readonly [string, string])[] = [
  ['blanks', ' '],
  ['"a"', 'a'],
  ['"a "', 'a '],
  ['digits', '1'],
  ['digits and blanks', '1 '],
  ['brackets', '['],
  ['bracket pairs', '()[]'],
  ['"a:1:"', 'a:1:'],
  ['"a/"', 'a/'],
  ['"="', '='],
  ['"_ "', '_ '],
  ['"a, "', '1 failed, '],
];

/** A line of any length, of one shape. */
interface WorstCase {
  readonly name: string;
  of(bytes: number): string;
}

/** A pattern that takes longer than it may. */
export interface Slowness {
  readonly ms: number;
  /** Characters of the line. */
  readonly chars: number;
  readonly shape: string;
}

/** How long a pattern may take, on a line of `MAX_CHARS`. */
export const MAX_PATTERN_MS = 50;
const MAX_CHARS = 100_000;
/** From one line to the next longer one: of all that is tried, the longest are most. */
const GROWTH = 8;
/** No pattern is expected to grow by more: where the longest line would be quick even so, it is not tried. */
const MAX_POWER = 3;
/** Then a pattern is given up: some would take for ever. */
const MAX_ALL_MS = 4_000;

/**
 * The first line that makes a pattern try again and again; undefined where none does.
 * @param maxMs then the pattern is given up.
 */
export function findSlowness(source: string, maxMs = MAX_ALL_MS): Slowness | undefined {
  const pattern = new RegExp(source, 'mu');
  let latest: Slowness | undefined;
  const look = (): Slowness | undefined => {
    for (const { name, of } of worstCases(source)) {
      for (let size = 8; ; size = Math.min(MAX_CHARS, size * GROWTH)) {
        const line = of(size);
        latest = { ms: maxMs, chars: line.length, shape: name };
        const ms = fastestMs(pattern, line);
        if (ms > MAX_PATTERN_MS) return { ...latest, ms };
        if (size === MAX_CHARS || ms * (MAX_CHARS / size) ** MAX_POWER < MAX_PATTERN_MS / 2) break;
      }
    }
    return undefined;
  };
  try {
    // Only so can a pattern be stopped that is at it.
    return runInNewContext('look()', { look }, { timeout: maxMs }) as Slowness | undefined;
  } catch (error) {
    if (!isTimeout(error)) throw error;
    return latest;
  }
}

/** It comes from the other context, whose errors are no errors of ours. */
const isTimeout = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && 'code' in error && error.code === 'ERR_SCRIPT_EXECUTION_TIMEOUT';

/** Of the processor: waiting for it is no fault of a pattern. */
function cpuMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
}

/** The best of a few tries: other work on the machine must not fail a pattern. */
function fastestMs(pattern: RegExp, line: string): number {
  let best = Number.POSITIVE_INFINITY;
  for (let tries = 0; tries < 5 && best > MAX_PATTERN_MS; tries += 1) {
    const start = cpuMs();
    pattern.test(line);
    best = Math.min(best, cpuMs() - start);
    if (best > 20 * MAX_PATTERN_MS) break;
  }
  return best;
}

/** Common shapes, and lines built from the words of the pattern itself. */
function worstCases(source: string): readonly WorstCase[] {
  const own = exampleOf(source);
  const words = [...new Set(own.split(/\s+/).filter(word => word !== ''))].slice(0, 6);
  const units = [...SHAPES];
  if (own.trim() !== '') units.push([`"${own}"`, own]);
  for (const sign of [...new Set(own.replace(/\s/g, ''))].slice(0, 8)) units.push([`"${sign}"`, sign]);
  for (const word of words) units.push([`"${word}"`, word], [`"${word} "`, `${word} `], [`" ${word}"`, `   ${word}`]);
  const cases = units.map(([name, unit]): WorstCase => ({ name, of: bytes => fill(unit, bytes) }));
  // The beginning of the pattern is met, then comes what goes on for ever and never ends right.
  const begun = (start: string, [name, unit]: readonly [string, string]): WorstCase => ({
    name: `"${start}" and ${name}`,
    of: bytes => `${start}${fill(unit, bytes)}\u0001`,
  });
  cases.push(...SHAPES.map(shape => begun(own, shape)));
  for (const shape of SHAPES.slice(0, 5)) cases.push(...words.slice(0, 2).map(word => begun(word, shape)));
  return cases;
}

const fill = (unit: string, bytes: number): string => unit.repeat(Math.ceil(bytes / unit.length)).slice(0, bytes);

/** Text that the pattern's literal parts spell: classes become a letter or a digit, of alternatives all are taken. */
function exampleOf(source: string): string {
  return source
    .replace(/\(\?(?:[:=!]|<[=!]|<\w+>)/g, '(')
    .replace(/\\d(?:[+*?]|\{[^}]*\})?/g, '1')
    .replace(/\\[wS](?:[+*?]|\{[^}]*\})?/g, 'a')
    .replace(/\\s(?:[+*?])?/g, ' ')
    .replace(/\\b/g, '')
    .replace(/\[\^?(?:\\.|[^\]\\])+\](?:[+*?]|\{[^}]*\})?/g, 'a')
    .replace(/(?<!\\)\.(?:[+*?])?/g, 'x')
    .replace(/(?<!\\)\|/g, ' ')
    .replace(/(?<!\\)(?:[\^$()+*?]|\{[\d,]+\})/g, '')
    .replace(/\\(.)/g, '$1');
}
