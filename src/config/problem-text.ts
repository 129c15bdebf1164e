/** What is wrong with a configuration, as lines for stderr. */
import type { Problem, Source } from './layer.js';

/** What is beyond is only counted. */
const MAX_LINES = 6;

/** One line for each problem; of unknown keys one for all of a file. */
export function linesOf(problems: readonly Problem[]): readonly string[] {
  const files = new Map<string, Problem[]>();
  for (const problem of problems.filter(({ isUnknownKey }) => isUnknownKey)) {
    const of = files.get(placeOf(problem.source)) ?? [];
    files.set(placeOf(problem.source), [...of, problem]);
  }
  const told = problems.filter(({ isUnknownKey }) => !isUnknownKey).map(lineOf);
  const unknown = [...files].map(([place, of]) => (of.length === 1 ? of.map(lineOf).join() : unknownLine(place, of)));
  const lines = [...told, ...unknown];
  const more = lines.length - MAX_LINES;
  return more > 0 ? [...lines.slice(0, MAX_LINES), `and ${more} more of such; see them all: tinyjuice config`] : lines;
}

/** One problem: where, which key, what is wrong, what is done now. */
export function lineOf({ source, key, message }: Problem): string {
  const line = source.line === undefined ? '' : `:${source.line}`;
  const place = placeOf(source) === '' ? '' : `${placeOf(source)}${line}: `;
  return `${place}${key === undefined ? '' : `${key}: `}${message}`;
}

const placeOf = ({ file, variable }: Source): string => file ?? variable ?? '';

function unknownLine(place: string, problems: readonly Problem[]): string {
  const keys = problems.map(({ key, source }) => `${key}${source.line === undefined ? '' : ` (line ${source.line})`}`);
  return `${place}: there are no such settings: ${keys.join(', ')}. See tinyjuice config.`;
}
