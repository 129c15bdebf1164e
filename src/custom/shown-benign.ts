/** Which lines that look like errors a rule's own recordings show to be none. */
import type { PatternEngine, Rule } from '../rules/rule.js';
import { renderText } from '../text/screen.js';
import { evidenceOf } from '../text/severity.js';

export interface ShownBenign {
  /** Names of the patterns that a recording shows. */
  readonly names: ReadonlySet<string>;
  /** The lines themselves, for a person to judge. */
  readonly lines: readonly string[];
  /** Whether a line is one of them, but for its numbers. */
  shows(text: string): boolean;
}

/** Numbers are masked; zero stays apart (`0 failed` is not `3 failed`). */
const maskNumbers = (text: string): string => text.replace(/\d+/g, digits => (/^0+$/.test(digits) ? '0' : '1'));

/** @param readRaw the raw text of a recording; undefined where there is none. */
export function shownBenign(
  rule: Pick<Rule, 'benign' | 'fixtures'>,
  engine: PatternEngine,
  readRaw: (fixture: string) => Buffer | undefined,
): ShownBenign {
  const names = new Set<string>();
  const lines = new Set<string>();
  const patterns = Object.entries(rule.benign ?? {}).map(
    ([name, source]) => [name, engine.compile(source, 'u')] as const,
  );
  for (const fixture of patterns.length === 0 ? [] : rule.fixtures) {
    const raw = readRaw(fixture)?.toString('utf8') ?? '';
    for (const { text } of renderText(raw)) {
      if (evidenceOf(text) === undefined) continue;
      for (const [name, pattern] of patterns) {
        if (!pattern.test(text)) continue;
        names.add(name);
        lines.add(text);
      }
    }
  }
  const masked = new Set([...lines].map(maskNumbers));
  return { names, lines: [...lines], shows: text => masked.has(maskNumbers(text)) };
}
