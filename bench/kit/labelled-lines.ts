/** The labelled lines of real tools in fixtures/severity, by tool. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

export interface ToolLines {
  readonly plain: readonly string[];
  /** Errors, warnings, totals: what the severity model is to see. */
  readonly evident: readonly string[];
}

/** Fewer lines than this are too few to make a block of. */
const MIN_TOOL_LINES = 8;

/** One entry for each tool with enough lines. */
export function readLabelledLines(root: string): readonly ToolLines[] {
  const path = join(root, 'fixtures/severity/lines.tsv');
  if (!existsSync(path)) return [];
  const tools = new Map<string, { plain: string[]; evident: string[] }>();
  for (const row of readFileSync(path, 'utf8').split('\n').slice(1)) {
    const [label, tool, ...text] = row.split('\t');
    if (label === undefined || tool === undefined || text.length === 0) continue;
    const lines = tools.get(tool) ?? { plain: [], evident: [] };
    tools.set(tool, lines);
    (label === 'none' ? lines.plain : lines.evident).push(text.join('\t'));
  }
  return [...tools.values()].filter(({ plain, evident }) => plain.length + evident.length >= MIN_TOOL_LINES);
}
