/** Finds where a program takes the terminal's other screen and where it gives it back, however the bytes are cut. */

/** A stretch of output, in order; together they are the input, byte for byte. */
export interface ScreenPart {
  /** `alternate`: between the two sequences, both included; to be written to the terminal raw and at once. */
  readonly screen: 'main' | 'alternate';
  readonly bytes: Buffer;
}

export interface ScreenSplitter {
  /** Parts of this chunk, never empty. What may be the start of a sequence is held until it is known: at most 31 bytes. */
  push(chunk: Buffer): readonly ScreenPart[];
  /** What was held, at the end of the stream. */
  end(): readonly ScreenPart[];
  /** The screen that the next byte belongs to, as far as is known. */
  screen(): ScreenPart['screen'];
}

const ESCAPE = 0x1b;
/** ESC [ ? numbers h|l: a longer list of modes than this is nobody's. */
const MAX_SEQUENCE_BYTES = 32;
/** Modes that mean the alternate screen: 47 and 1047 (old xterm), 1049 (all of today). */
const MODES = new Set(['47', '1047', '1049']);

/** Fresh state for one stream of terminal output. */
export function splitScreens(): ScreenSplitter {
  let screen: ScreenPart['screen'] = 'main';
  let held = Buffer.alloc(0);

  const push = (chunk: Buffer): ScreenPart[] => {
    const bytes = held.length === 0 ? chunk : Buffer.concat([held, chunk]);
    held = Buffer.alloc(0);
    const parts: ScreenPart[] = [];
    let from = 0;
    const cut = (to: number) => {
      if (to > from) parts.push({ screen, bytes: bytes.subarray(from, to) });
      from = to;
    };
    for (let at = bytes.indexOf(ESCAPE); at !== -1; at = bytes.indexOf(ESCAPE, at + 1)) {
      const found = readSequence(bytes, at);
      if (found === 'cut off') {
        cut(at);
        held = Buffer.from(bytes.subarray(at));
        return parts;
      }
      if (found.turns === 'on' && screen === 'main') {
        cut(at);
        screen = 'alternate';
      } else if (found.turns === 'off' && screen === 'alternate') {
        cut(found.end);
        screen = 'main';
      }
    }
    cut(bytes.length);
    return parts;
  };

  return {
    push,
    end() {
      const rest = held;
      held = Buffer.alloc(0);
      return rest.length === 0 ? [] : [{ screen, bytes: rest }];
    },
    screen: () => screen,
  };
}

interface Sequence {
  readonly turns: 'on' | 'off' | 'neither';
  /** Where the sequence ends, exclusive. */
  readonly end: number;
}

/** The sequence that starts with the escape byte at `at`, or that it is not complete. */
function readSequence(bytes: Buffer, at: number): Sequence | 'cut off' {
  const neither: Sequence = { turns: 'neither', end: at + 1 };
  const window = bytes.subarray(at, at + MAX_SEQUENCE_BYTES).toString('latin1');
  const whole = /^\x1b\[\?([0-9;]*)([hl])/.exec(window);
  if (whole?.[1] !== undefined) {
    if (!whole[1].split(';').some(mode => MODES.has(mode))) return neither;
    return { turns: whole[2] === 'h' ? 'on' : 'off', end: at + whole[0].length };
  }
  const mayContinue = /^\x1b(\[(\?[0-9;]*)?)?$/.test(window) && window.length < MAX_SEQUENCE_BYTES;
  return mayContinue ? 'cut off' : neither;
}
