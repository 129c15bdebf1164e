import type { Line } from '../../line.js';
import { CI_COMMAND } from '../../text/ci.js';
import { elide, elideCommand, MIN_COMMAND_CHARS, type Piece } from '../../text/elide.js';
import { defineStage } from '../stage.js';

/** Longer lines are shown by their ends and what is odd in them. */
const MAX_LINE_CHARS = 4_000;

/** Data in one line, such as a linter's JSON, is needed whole, up to this. */
const MAX_DATA_CHARS = 131_072;

const isElidable = ({ text, lead, fold, because }: Line): boolean =>
  fold === undefined &&
  lead === '' &&
  because !== CI_COMMAND &&
  (text.length > MAX_DATA_CHARS || !/^\s*[[{<]/.test(text));

/** Proposes a short form of very long lines, and of compilers' commands; clamp decides whether it may be used. */
export default defineStage({
  name: 'longlines',
  phase: 'group',
  profiles: ['full'],
  shapes: ['verdict', 'stream', 'unknown'],
  about: "Shows very long lines, and compilers' commands, by their head, their tail and the odd words in between.",
  open({ shape }) {
    const minChars = shape === 'verdict' ? MIN_COMMAND_CHARS : MAX_LINE_CHARS;
    /** A piece of an overlong line: whether it is the last one shows when the next line comes. */
    let held: Line | undefined;
    /** Characters of the line that `held` belongs to, before it. */
    let offset = 0;

    const release = (isLast: boolean, out: Line[]): void => {
      if (held === undefined) return;
      shorten(held, { offset, isLast });
      offset += held.text.length;
      out.push(held);
      held = undefined;
    };
    const take = (line: Line, out: Line[]): void => {
      const isSameLine = held !== undefined && held.number === line.number;
      release(!isSameLine, out);
      if (!isSameLine) offset = 0;
      if (line.end === '' && line.text.length > MAX_LINE_CHARS) {
        held = line;
        return;
      }
      if (line.text.length > MAX_LINE_CHARS) shorten(line, { offset, isLast: true });
      else if (line.text.length > minChars && isElidable(line)) line.short = elideCommand(line.text);
      out.push(line);
    };
    const end = (): Line[] => {
      const out: Line[] = [];
      release(true, out);
      return out;
    };
    return {
      push(batch) {
        if (held === undefined && !batch.some(({ text }) => text.length > minChars)) return batch;
        const out: Line[] = [];
        for (const line of batch) take(line, out);
        return out;
      },
      end,
      idle: end,
    };
  },
});

function shorten(line: Line, piece: Piece): void {
  if (isElidable(line)) line.short = elide(line.text, piece);
}
