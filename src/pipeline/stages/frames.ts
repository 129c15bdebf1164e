import type { Line } from '../../line.js';
import { type Frame, frameOf, isAssertionFrame } from '../../text/frames.js';
import { defineStage } from '../stage.js';

/** Frames of the user's own code that are shown in one stack. */
const MAX_OWN_FRAMES = 10;
/** Lines that a frame of Python brings with it: the source line, and marks under it. */
const SOURCE_LINE = /^\s{4,}\S|^\s+\|\s{4,}\S/;

/**
 * Calls the inner frames of libraries in a stack trace noise. Messages and causes stay, and so do the newest frame, if it is
 * more than an assertion's, and the user's own. Holds one frame of Python (it may turn out to be the newest), which is three lines.
 */
export default defineStage({
  name: 'frames',
  phase: 'select',
  after: ['passed', 'places'],
  profiles: ['full'],
  shapes: ['verdict', 'stream', 'unknown'],
  about: 'In stack traces, keeps the newest frame and those of the user’s own code.',
  open() {
    let held: Line[] = [];
    let index = 0;
    let own = 0;

    const give = (out: Line[]): void => {
      out.push(...held);
      held = [];
    };
    const drop = (lines: readonly Line[]): void => {
      for (const line of lines) {
        if (line.weight === 'must' || line.weight === 'note') continue;
        line.weight = 'noise';
        line.because = 'frame';
      }
    };
    const isShown = (frame: Frame): boolean => {
      if (frame.isLibrary) return frame.order === 'newest-first' && index <= 1;
      own += 1;
      return own <= MAX_OWN_FRAMES;
    };
    const enter = (line: Line, frame: Frame, out: Line[]): void => {
      index += 1;
      // A Python frame that another one follows is not the newest.
      if (held.length > 0) drop(held);
      give(out);
      if (isShown(frame)) out.push(line);
      else if (frame.order === 'newest-last') held = [line];
      else {
        drop([line]);
        out.push(line);
      }
    };
    const leave = (out: Line[]): void => {
      const [newest] = held;
      if (newest !== undefined && own > 0 && isAssertionFrame(newest.text)) drop(held);
      give(out);
      index = 0;
      own = 0;
    };
    return {
      push(batch) {
        const out: Line[] = [];
        for (const line of batch) {
          const frame = couldBeFrame(line.text) ? frameOf(line.text) : undefined;
          if (frame !== undefined) {
            enter(line, frame, out);
          } else if (held.length > 0 && held.length < 3 && SOURCE_LINE.test(line.text)) {
            held.push(line);
          } else if (index > 0 && SOURCE_LINE.test(line.text)) {
            give(out);
            out.push(line);
          } else {
            leave(out);
            out.push(line);
          }
        }
        return out;
      },
      end() {
        const out: Line[] = [];
        leave(out);
        return out;
      },
    };
  },
});

/** Cheap test before the patterns: a frame has a digit, a colon or a bracket behind white space or a `#`. */
function couldBeFrame(text: string): boolean {
  const first = text.charCodeAt(0);
  return first === 0x20 || first === 0x09 || first === 0x23 || first === 0x61 || first === 0x46;
}
