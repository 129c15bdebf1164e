import type { Line } from '../../line.js';
import { defineStage } from '../stage.js';

/** A warning whose place and explanation stand below it, up to a blank line, as Rust's compiler prints them. */
const WARNING = /^warning(?:\[[\w:]+\])?: \S/;
const PLACE = /^\s*--> \S+:\d+:\d+$/;
/** Messages remembered as explained. */
const MAX_EXPLAINED = 1_024;
/** Lines without a blank one between them; a longer block is something else. */
const MAX_BLOCK_LINES = 64;

/**
 * Calls what explains a warning noise where a warning of the same words has been explained above: the source lines with
 * their labels, notes and help. The message and its place stay, and so does all that explains an error. Holds no line.
 */
export default defineStage({
  name: 'explanations',
  phase: 'select',
  after: ['codeframes'],
  profiles: ['full'],
  shapes: ['verdict', 'unknown'],
  about: 'Explains a compiler’s warning once; further ones of the same words keep their message and place.',
  open() {
    const explained = new Set<string>();
    /** Lines left of a block that explains again. */
    let left = 0;
    const step = (line: Line): void => {
      if (line.evidence === 'warning' && WARNING.test(line.text)) {
        left = explained.has(line.text) ? MAX_BLOCK_LINES : 0;
        if (explained.size < MAX_EXPLAINED) explained.add(line.text);
        return;
      }
      if (left === 0) return;
      left = line.text === '' || line.evidence === 'error' ? 0 : left - 1;
      if (left === 0 || line.weight !== 'plain' || PLACE.test(line.text)) return;
      line.weight = 'noise';
      line.because = 'explained above';
    };
    return {
      push(batch) {
        for (const line of batch) step(line);
        return batch;
      },
      end: () => [],
    };
  },
});
