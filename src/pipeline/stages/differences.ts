import type { Line } from '../../line.js';
import { defineStage } from '../stage.js';

/** What test runners write above the values that differ: jest, vitest, mocha, node, ava, go-cmp. */
const HEADING =
  /^\s*(?:[-+] (?:Expected|Received|Snapshot|Actual|expected|actual)\b|Difference \([-+] )|\([-+](?:want|got),? ?[-+](?:want|got)\)/;
const DIFFERS = /^\s*[-+]./;
/** A stack, a code frame, the next test: the values end. */
const END = /^\s*(?:at |> ?\d+ [|│]|\d+ [|│]|●|FAIL\b|✖|×|---)/;
/** Lines of values beside each other, and among them such as are the same. */
const MAX_LINES = 200;
const MAX_SAME = 12;

/**
 * Keeps the lines that say how two values differ, below a heading that says which is which, however much stands above
 * them. Holds no line.
 */
export default defineStage({
  name: 'differences',
  phase: 'select',
  after: ['rules', 'codeframes'],
  profiles: ['full'],
  shapes: ['verdict', 'unknown'],
  about: 'Keeps the lines that say how what a test expected and what it got differ.',
  open() {
    let left = 0;
    let same = 0;
    const step = (line: Line): void => {
      const { text } = line;
      if (HEADING.test(text)) {
        left = MAX_LINES;
        same = 0;
        return;
      }
      if (left === 0) return;
      const isPart = DIFFERS.test(text);
      same = isPart ? 0 : same + 1;
      left = END.test(text) || same > MAX_SAME ? 0 : left - 1;
      if (!isPart || left === 0 || line.weight !== 'plain') return;
      line.weight = 'note';
      line.because = 'difference';
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
