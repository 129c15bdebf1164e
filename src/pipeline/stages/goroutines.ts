import type { Line } from '../../line.js';
import { openByShape } from '../../text/by-shape.js';
import { defineStage } from '../stage.js';

/** A call in a stack of Go, whose place stands on the next line; the race detector indents both. */
const CALL = /^(?: {2})?(?:created by )?[\w.*()[\]{}/$-]+\.[\w.*()[\]{}$-]+(?:\(.*\))?(?: in goroutine \d+)?$/;
const PLACE = /^(?:\t| {6})(\S+\.(?:go|s)):\d+(?: \+0x[0-9a-f]+)?$/;
const RACE_INDENT = /^ {2}[\w(]/;
const MAX_CHARS = 400;
const LIBRARY =
  /^(?:\/usr\/(?:local|lib)\/go[\w.-]*\/src|.*\/pkg\/mod|.*\/go[\d.]*\/src\/(?:runtime|testing|net|os|sync|internal))\//;

/**
 * Calls the frames of the runtime and of libraries in a stack of Go noise: the call and its place, two lines. Holds one
 * line.
 */
export default defineStage({
  name: 'goroutines',
  phase: 'select',
  after: ['frames'],
  profiles: ['full'],
  shapes: ['verdict', 'stream', 'unknown'],
  about: 'In stacks of Go, keeps the frames of the user’s own code.',
  open() {
    let call: Line | undefined;
    const calls = openByShape(text => text.length < MAX_CHARS && CALL.test(text));
    const drop = (line: Line): void => {
      if (line.evidence !== undefined) return;
      line.weight = 'noise';
      line.because = 'frame';
    };
    const end = (): readonly Line[] => {
      const out = call === undefined ? [] : [call];
      call = undefined;
      return out;
    };
    return {
      push(batch) {
        const out: Line[] = [];
        for (const line of batch) {
          if (call !== undefined) {
            const place = PLACE.exec(line.text);
            if (place !== null && LIBRARY.test(place[1] ?? '')) {
              drop(call);
              drop(line);
            }
            out.push(call);
            call = undefined;
          }
          const code = line.text.charCodeAt(0);
          const isIndented = code === 0x09 || (code === 0x20 && !RACE_INDENT.test(line.text));
          if (!isIndented && calls.get(line.shape, line.text)) call = line;
          else out.push(line);
        }
        return out;
      },
      end,
      idle: end,
    };
  },
});
