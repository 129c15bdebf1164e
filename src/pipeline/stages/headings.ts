import { type Line, saidBy } from '../../line.js';
import { finderOf } from '../../rules/compile.js';
import { defineStage, gather, gatherEach, type OpenStage } from '../stage.js';

/** Lines that are waited for below a heading; where more come, it stays. */
const MAX_HELD_LINES = 512;

interface Heading {
  readonly line: Line;
  /** Characters that it is indented by; -1 once a line below it stands no deeper: the tool does not indent what it heads. */
  indent: number;
}

const isBlank = (line: Line | undefined): boolean => line?.text.trim() === '';

const indentOf = (text: string): number => text.length - text.trimStart().length;

/**
 * Calls the names of suites, scenarios and steps noise below which nothing stays: all of it has passed. Those above a line that
 * stays are its own, and stay. Holds what stands below a heading that is not decided.
 */
export default defineStage({
  name: 'headings',
  phase: 'select',
  after: ['passed', 'recurring'],
  profiles: ['full'],
  shapes: ['verdict'],
  about: 'Calls the names of suites, scenarios and steps noise where nothing below them stays.',
  open({ rule }): OpenStage {
    const patterns = rule?.headings ?? [];
    if (patterns.length === 0) return { push: batch => batch, end: () => [] };
    const finder = finderOf(patterns);
    let held: Line[] = [];
    /** The held headings of which nothing is known, each deeper than the one before. */
    let open: Heading[] = [];

    const drop = (headings: readonly Heading[]): void => {
      for (const { line } of headings) {
        line.weight = 'noise';
        line.because = 'heading';
      }
    };
    const release = (out: Line[]): void => {
      out.push(...held);
      held = [];
      open = [];
    };
    const flatten = (indent: number): void => {
      for (const heading of open) if (heading.indent >= indent) heading.indent = -1;
    };
    /** Where the line above the next one stands alone behind a blank one, and stays. */
    let above: Line | undefined;
    let isBehindBlank = true;
    /** It speaks of the heading: a tag, say. */
    const isSpokenOf = (text: string): boolean => above !== undefined && indentOf(above.text) === indentOf(text);
    const begin = (heading: Heading): void => {
      const isOver = ({ line }: Heading): boolean => indentOf(line.text) >= heading.indent;
      drop(open.filter(isOver));
      open = [...open.filter(each => !isOver(each)), heading];
      held.push(heading.line);
    };
    /** A line that stays, and is not blank: what it belongs to stays as well. */
    const decide = (line: Line, out: Line[]): void => {
      const indent = indentOf(line.text);
      // Behind a blank line, what is not indented below a heading is something else.
      if (isBlank(held.at(-1))) drop(open.filter(heading => heading.indent >= indent));
      release(out);
    };
    const step = (line: Line, out: Line[]): void => {
      const isPlain = line.weight === 'plain' && line.evidence === undefined;
      if (isPlain && !isSpokenOf(line.text) && finder.find(saidBy(line)) !== undefined) {
        begin({ line, indent: indentOf(line.text) });
        above = undefined;
      } else if (held.length > 0 && (line.weight === 'noise' || isBlank(line))) {
        held.push(line);
        above = undefined;
        if (!isBlank(line)) flatten(indentOf(line.text));
        if (held.length > MAX_HELD_LINES) release(out);
      } else {
        if (held.length > 0) decide(line, out);
        above = isBehindBlank && !isBlank(line) && line.weight !== 'noise' ? line : undefined;
        out.push(line);
      }
      isBehindBlank = isBlank(line);
    };
    const end = (isCut: boolean): readonly Line[] => {
      if (!isCut && isBlank(held.at(-1))) drop(open);
      return gather(release);
    };
    return {
      push: batch => gatherEach(batch, step),
      end: () => end(false),
      idle: () => end(true),
    };
  },
});
