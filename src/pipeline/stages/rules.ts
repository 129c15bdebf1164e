import type { Line } from '../../line.js';
import type { CompiledPattern, CompiledRule, CompiledSection } from '../../rules/compile.js';
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
  open({ rule }) {
    if (rule === undefined) return { push: batch => batch, end: () => [] };
    const sections = openSections(rule);
    const spared = new Map<CompiledPattern, number>();
    const isSpared = (pattern: CompiledPattern): boolean => {
      const count = spared.get(pattern) ?? 0;
      if (count < pattern.spare) spared.set(pattern, count + 1);
      return count < pattern.spare;
    };
    return {
      push(batch) {
        for (const line of batch) weigh(line, rule, { section: sections.at(line), isSpared });
        return batch;
      },
      end: () => [],
    };
  },
});

function openSections(rule: CompiledRule): { at(line: Line): CompiledSection | undefined } {
  let current: CompiledSection | undefined;
  return {
    at(line) {
      if (rule.sections.length === 0) return undefined;
      const next = rule.sections.find(section => section.start.test(line.text));
      if (next !== undefined) current = next;
      else if (current?.end?.test(line.text)) current = undefined;
      return current;
    },
  };
}

interface Weighing {
  readonly section: CompiledSection | undefined;
  isSpared(pattern: CompiledPattern): boolean;
}

function weigh(line: Line, rule: CompiledRule, { section, isSpared }: Weighing): void {
  if (line.because === CI_COMMAND || (line.weight === 'noise' && line.because !== 'run')) return;
  const kept = find(section?.keep, line) ?? find(rule.keep, line);
  if (kept !== undefined) {
    line.weight = 'must';
    line.because = `${rule.id} keep.${kept.name}`;
    return;
  }
  if (line.weight === 'noise') return;
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

const find = (patterns: readonly CompiledPattern[] | undefined, { text }: Line): CompiledPattern | undefined =>
  patterns?.find(pattern => pattern.test(text));
