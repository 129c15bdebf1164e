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

/** Of a rule's recordings so much is looked at, since a run waits for it; one that is not there counts too. */
const MAX_BYTES = 4_194_304;
const MIN_FILE_BYTES = 4_096;

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
  let bytesLeft = MAX_BYTES;
  for (const fixture of patterns.length === 0 ? [] : new Set(rule.fixtures)) {
    const raw = readRaw(fixture) ?? Buffer.alloc(0);
    bytesLeft -= raw.length + MIN_FILE_BYTES;
    if (bytesLeft < 0) break;
    for (const { text } of renderText(raw.toString('utf8'))) {
      const fitting = patterns.filter(([, pattern]) => pattern.test(text));
      if (fitting.length === 0 || evidenceOf(text) === undefined) continue;
      for (const [name] of fitting) names.add(name);
      lines.add(text);
    }
  }
  const masked = new Set([...lines].map(maskNumbers));
  return { names, lines: [...lines], shows: text => masked.has(maskNumbers(text)) };
}
