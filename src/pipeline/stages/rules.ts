import { type Line, saidBy, wholeOf } from '../../line.js';
import {
  type CompiledOnFailure,
  type CompiledPattern,
  type CompiledRule,
  type CompiledSection,
  type Finder,
  finderOf,
} from '../../rules/compile.js';
import { CI_COMMAND } from '../../text/ci.js';
import { defineStage } from '../stage.js';

/**
 * Weighs lines by the matched rule: what it keeps must stay, what it drops is noise. The severity model is the floor: a line
 * that is evidence of something stays unless the rule lists it as benign.
 */
export default defineStage({
  name: 'rules',
  phase: 'select',
  profiles: ['full'],
  shapes: ['verdict', 'stream', 'unknown', 'enumeration'],
  about: 'Keeps and drops what the matched rule names, in its sections; errors and warnings always stay.',
  open({ rule, head }) {
    if (rule === undefined) return { push: batch => batch, end: () => [] };
    const sections = openSections(rule, head);
    const failures = openFailures(rule, head);
    const spared = new Map<CompiledPattern, number>();
    const isSpared = (pattern: CompiledPattern): boolean => {
      const count = spared.get(pattern) ?? 0;
      if (count < pattern.spare) spared.set(pattern, count + 1);
      return count < pattern.spare;
    };
    return {
      push(batch) {
        for (const line of batch)
          weigh(line, rule, { section: sections.at(line), failed: failures.at(line), isSpared });
        return batch;
      },
      end: () => [],
    };
  },
});

function openSections(rule: CompiledRule, head: readonly string[]): { at(line: Line): CompiledSection | undefined } {
  let current = cutSection(rule, head);
  return {
    at(line) {
      if (rule.sections.length === 0) return undefined;
      const next = rule.sections.find(section => fits(section.start, line));
      if (next !== undefined) current = next;
      else if (current?.end !== undefined && fits(current.end, line)) current = undefined;
      return current;
    },
  };
}

/** The section that a text begins in because it was cut off above: what stands in that one alone comes before any start. */
function cutSection({ sections }: CompiledRule, head: readonly string[]): CompiledSection | undefined {
  if (!sections.some(({ inside }) => inside !== undefined)) return undefined;
  for (const text of head) {
    if (sections.some(({ start }) => start.test(text))) return undefined;
    const found = sections.find(({ inside }) => inside?.test(text) === true);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Which parts of the rule hold because the run has failed: by its first lines, or by a line since. */
function openFailures(rule: CompiledRule, head: readonly string[]): { at(line: Line): readonly CompiledOnFailure[] } {
  let waiting = rule.onFailure;
  let failed: readonly CompiledOnFailure[] = [];
  const see = (text: string): void => {
    const seen = waiting.filter(each => each.seen.some(pattern => pattern.test(text)));
    if (seen.length === 0) return;
    failed = [...failed, ...seen];
    waiting = waiting.filter(each => !seen.includes(each));
  };
  for (const text of head) see(text);
  return {
    at(line) {
      if (waiting.length > 0) see(line.text);
      return failed;
    },
  };
}

interface Weighing {
  readonly section: CompiledSection | undefined;
  /** What is noise, as the run has failed. */
  readonly failed: readonly CompiledOnFailure[];
  isSpared(pattern: CompiledPattern): boolean;
}

function weigh(line: Line, rule: CompiledRule, { section, failed, isSpared }: Weighing): void {
  if (line.because === CI_COMMAND) return;
  if (line.weight === 'noise' && line.because !== 'run') {
    // A record that came often is no evidence either of what the rule calls benign.
    if (line.evidence !== undefined && find(rule.benign, line) !== undefined) line.evidence = undefined;
    return;
  }
  const kept = find(section?.keep, line) ?? find(rule.keep, line);
  if (kept !== undefined) {
    line.weight = 'must';
    line.because = `${rule.id} keep.${kept.name}`;
    return;
  }
  if (line.weight === 'noise') return;
  const late = dropOnFailure(line, failed);
  if (late !== undefined) {
    line.evidence = undefined;
    line.weight = 'noise';
    line.because = `${rule.id} onFailure.drop.${late.name}`;
    return;
  }
  if (line.evidence !== undefined) {
    const benign = find(rule.benign, line);
    if (benign === undefined) return;
    line.evidence = undefined;
    line.weight = 'plain';
    line.because = `${rule.id} benign.${benign.name}`;
  }
  const dropped = find(section?.drop, line) ?? find(rule.drop, line);
  if (dropped === undefined || isSpared(dropped)) return;
  line.weight = 'noise';
  line.because = `${rule.id} drop.${dropped.name}`;
}

const dropOnFailure = (line: Line, failed: readonly CompiledOnFailure[]): CompiledPattern | undefined => {
  for (const { drop, canDropTotals } of failed) {
    const isOpen = line.evidence === undefined || (line.evidence === 'verdict' && canDropTotals);
    const found = isOpen ? find(drop, line) : undefined;
    if (found !== undefined) return found;
  }
  return undefined;
};

/** The rule of a runner speaks of whole lines, that of the tool which it runs of what stands behind the lead. */
const fits = (pattern: CompiledPattern, line: Line): boolean =>
  pattern.test(saidBy(line)) || (line.lead !== '' && pattern.test(wholeOf(line)));

/** Kept beside the patterns, so that a section's are joined once. */
const finders = new WeakMap<readonly CompiledPattern[], Finder>();

function find(patterns: readonly CompiledPattern[] | undefined, line: Line): CompiledPattern | undefined {
  if (patterns === undefined || patterns.length === 0) return undefined;
  const finder = finders.get(patterns) ?? finderOf(patterns);
  if (!finders.has(patterns)) finders.set(patterns, finder);
  return finder.find(saidBy(line)) ?? (line.lead === '' ? undefined : finder.find(wholeOf(line)));
}
