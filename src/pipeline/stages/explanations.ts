import type { Line } from '../../line.js';
import { defineStage } from '../stage.js';

/** A warning whose place and explanation stand below it, up to a blank line, as Rust's compiler prints them. */
const WARNING = /^warning(?:\[[\w:]+\])?: \S/;
const PLACE = /^\s*--> \S+:\d+:\d+$/;
/** What the compiler adds; long ones are told apart by their words, not by how far they are indented. */
const NOTE = /^\s*= (?:note|help): /;
const MIN_NOTE_CHARS = 40;
/** Messages remembered as explained, and notes. */
const MAX_EXPLAINED = 1_024;
/** Lines without a blank one between them; a longer block is something else. */
const MAX_BLOCK_LINES = 64;

/**
 * Calls what explains a warning noise where a warning of the same words has been explained above: the source lines with
 * their labels, notes and help. The message and its place stay, and so does all that explains an error, but for a note
 * that stands above, word for word. Holds no line.
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
    const notes = new Set<string>();
    const explain = (line: Line): void => {
      line.weight = 'noise';
      line.because = 'explained above';
    };
    const judgeNote = (line: Line): void => {
      const note = line.text.trim();
      const isEvidence = line.evidence !== undefined && line.evidence !== 'cut';
      if (!isEvidence && (left > 0 || notes.has(note))) explain(line);
      else if (note.length >= MIN_NOTE_CHARS && notes.size < MAX_EXPLAINED) notes.add(note);
    };
    const step = (line: Line): void => {
      if (line.evidence === 'warning' && WARNING.test(line.text)) {
        left = explained.has(line.text) ? MAX_BLOCK_LINES : 0;
        if (explained.size < MAX_EXPLAINED) explained.add(line.text);
        return;
      }
      if (NOTE.test(line.text)) {
        judgeNote(line);
        return;
      }
      if (left === 0) return;
      left = line.text === '' || line.evidence === 'error' ? 0 : left - 1;
      if (left === 0 || line.weight !== 'plain' || PLACE.test(line.text)) return;
      explain(line);
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
