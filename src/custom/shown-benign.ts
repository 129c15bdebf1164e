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

/** @param evidenceIn lines of a recording that look like errors. */
export function shownBenign(
  rule: Pick<Rule, 'benign' | 'fixtures'>,
  engine: PatternEngine,
  evidenceIn: (fixture: string) => readonly string[],
): ShownBenign {
  const names = new Set<string>();
  const lines = new Set<string>();
  const patterns = Object.entries(rule.benign ?? {}).map(
    ([name, source]) => [name, engine.compile(source, 'u')] as const,
  );
  for (const fixture of patterns.length === 0 ? [] : rule.fixtures) {
    for (const text of evidenceIn(fixture)) {
      const fitting = patterns.filter(([, pattern]) => pattern.test(text));
      for (const [name] of fitting) names.add(name);
      if (fitting.length > 0) lines.add(text);
    }
  }
  const masked = new Set([...lines].map(maskNumbers));
  return { names, lines: [...lines], shows: text => masked.has(maskNumbers(text)) };
}

/** Of all recordings of a layer so much is looked at, since a run waits for it. */
const MAX_BYTES = 8_388_608;

/**
 * Asks recordings for the lines that look like errors, each line once, and each recording once for all rules.
 * @param readRaw the raw text of a recording; undefined where there is none.
 */
export function openEvidence(readRaw: (fixture: string) => Buffer | undefined): (fixture: string) => readonly string[] {
  const known = new Map<string, readonly string[]>();
  let bytesLeft = MAX_BYTES;
  const look = (fixture: string): readonly string[] => {
    const raw = readRaw(fixture);
    bytesLeft -= raw?.length ?? 0;
    if (raw === undefined || bytesLeft < 0) return [];
    const texts = new Set(renderText(raw.toString('utf8')).map(({ text }) => text));
    return [...texts].filter(text => evidenceOf(text) !== undefined);
  };
  return fixture => {
    const lines = known.get(fixture) ?? look(fixture);
    known.set(fixture, lines);
    return lines;
  };
}
