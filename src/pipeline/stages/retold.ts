import type { Line } from '../../line.js';
import { defineStage, gather, gatherEach } from '../stage.js';

/** What mocha writes between an assertion's message and the two values beside each other. */
const HEADING = /^\s+\+ expected - actual$/;
/** Up to the blank line below two values of one line each. */
const MAX_HELD = 5;
/** Characters of both values: shorter ones cost no more than the mark of a gap. */
const MIN_CHARS = 48;

/** A place alone, as Go prints it above what a test has to say. */
const PLACE_ALONE = /^\s+([\w.-]+\.go:\d+): ?$/;

/** A test of Google Test that did not pass: with its time where it ended, without it in the list at the end. */
const NOT_PASSED = /^(?:\d+: )?\[ {2}(?:FAILED {2}|SKIPPED )\] (\S.*)$/;
const TIME = / \(\d+ ms\)$/;
/** Names of tests that are remembered. */
const MAX_NAMES = 8_192;

const isBlank = ({ text }: Line): boolean => text.trim() === '';

/**
 * Calls the values below `+ expected - actual` noise where each is one line, and the message above, of one line too, has
 * both, whole: they say nothing more. So is a place alone above a line that ends with it, folder and all, and the name of a
 * test in the list at the end, where it stands above. Holds the heading and what may be the two values, or the place.
 */
export default defineStage({
  name: 'retold',
  phase: 'select',
  after: ['differences'],
  profiles: ['full'],
  shapes: ['verdict', 'unknown'],
  about:
    'Calls two values noise that the message above them has said in full, a place that the line below says, and tests listed again.',
  open() {
    /** The last line above that is not blank. */
    let message = '';
    let held: Line[] = [];
    /** Nothing but where something is said that begins with the next line. */
    let place: Line | undefined;
    const names = new Set<string>();

    const release = (out: Line[]): void => {
      out.push(...held);
      held = [];
    };
    /** The heading and below it two values, between blank lines. */
    const isRetold = (): boolean => {
      const rows = held.slice(1).filter(line => !isBlank(line));
      const [actual, expected] = rows.map(({ text }) => text.trim());
      if (rows.length !== 2 || !actual?.startsWith('-') || !expected?.startsWith('+')) return false;
      if (actual.length + expected.length < MIN_CHARS) return false;
      const isSaid = (value: string): boolean => value.length > 1 && message.includes(value.slice(1));
      return (
        isSaid(actual) &&
        isSaid(expected) &&
        held.every(({ evidence, fold }) => evidence === undefined && fold === undefined)
      );
    };
    const settle = (out: Line[]): void => {
      if (isRetold())
        for (const line of held) {
          line.weight = 'noise';
          line.because = 'retold';
        }
      release(out);
    };
    const settlePlace = (next: Line | undefined, out: Line[]): void => {
      if (place === undefined) return;
      const told = PLACE_ALONE.exec(place.text)?.[1] ?? '';
      if (next?.text.endsWith(`/${told}`) === true && next.weight !== 'noise') {
        place.weight = 'noise';
        place.because = 'retold';
      }
      out.push(place);
      place = undefined;
    };
    const judgeName = (line: Line, name: string): void => {
      if (TIME.test(name)) {
        if (names.size < MAX_NAMES) names.add(name.replace(TIME, ''));
      } else if (names.has(name) && line.evidence === undefined && line.weight === 'plain') {
        line.weight = 'noise';
        line.because = 'retold';
      } else if (line.weight === 'plain') line.weight = 'note';
    };
    const step = (line: Line, out: Line[]): void => {
      const name = NOT_PASSED.exec(line.text)?.[1];
      if (name !== undefined && line.fold === undefined) judgeName(line, name);
      settlePlace(line, out);
      if (line.evidence === undefined && line.fold === undefined && PLACE_ALONE.test(line.text)) {
        release(out);
        place = line;
        return;
      }
      if (HEADING.test(line.text)) {
        release(out);
        held = [line];
        return;
      }
      if (held.length === 0) {
        out.push(line);
        if (!isBlank(line)) message = line.text;
        return;
      }
      held.push(line);
      if (isBlank(line) && held.length > 2) settle(out);
      else if (held.length >= MAX_HELD) release(out);
    };
    const end = (): readonly Line[] =>
      gather(out => {
        release(out);
        settlePlace(undefined, out);
      });
    return {
      push: batch => gatherEach(batch, step),
      end,
      idle: end,
    };
  },
});
