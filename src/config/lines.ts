/** On which line of a TOML file each key stands. The parser does not say: it is shown ever more of the file. */
import { isTable } from './layer.js';

/** Each line costs a parse of all above it; a configuration has some dozens. */
const MAX_LINES = 600;

type Parse = (text: string) => unknown;

/**
 * @param parse throws for what is no TOML.
 * @returns asks for a key's first line, from 1; undefined where it is not found, or the file is too long to look.
 */
export function openLineFinder(text: string, parse: Parse): (path: readonly string[]) => number | undefined {
  let lines: ReadonlyMap<string, number> | undefined;
  return path => {
    lines ??= linesOf(text.split(/\r?\n/), parse);
    return lines.get(JSON.stringify(path));
  };
}

function linesOf(lines: readonly string[], parse: Parse): ReadonlyMap<string, number> {
  const found = new Map<string, number>();
  if (lines.length > MAX_LINES) return found;
  let isTold = 0;
  for (let count = 1; count <= lines.length; count += 1) {
    const tree = parsedOrNot(lines.slice(0, count).join('\n'), parse);
    if (tree === undefined) continue;
    // What is new began behind the last line that was TOML so far.
    for (const path of pathsOf(tree, [])) if (!found.has(path)) found.set(path, isTold + 1);
    isTold = count;
  }
  return found;
}

function parsedOrNot(text: string, parse: Parse): unknown {
  try {
    return parse(text);
  } catch {
    return undefined; // cut inside a value that goes over several lines
  }
}

function pathsOf(tree: unknown, above: readonly string[]): readonly string[] {
  if (!isTable(tree)) return [];
  return Object.entries(tree).flatMap(([name, value]) => {
    const path = [...above, name];
    return [JSON.stringify(path), ...pathsOf(value, path)];
  });
}
