/**
 * Finds where a program takes the terminal for itself and where it gives it back, however the bytes are cut: the other
 * screen (`vim`, `less`), keys of its own (`top`, which stays on the screen it found), mouse, or pasted text marked as such
 * (line editors of shells).
 */

/** A stretch of output, in order; together they are the input, byte for byte. */
export interface TerminalPart {
  /** True: to be written to the terminal as it is and at once. */
  readonly isRaw: boolean;
  readonly bytes: Buffer;
}

export interface TerminalSplitter {
  /** Parts of this chunk, never empty. What may be the start of a sequence is held until it is known: at most 127 bytes. */
  push(chunk: Buffer): readonly TerminalPart[];
  /** What was held, at the end of the stream. */
  end(): readonly TerminalPart[];
}

const ESCAPE = 0x1b;
/** No sequence that matters is longer. */
const MAX_SEQUENCE_BYTES = 128;
/** Private modes: 47, 1047 and 1049 the other screen, 1 keys, 1000 to 1003 the mouse, 2004 pasted text. */
const TAKING = new Set(['1', '47', '1047', '1049', '1000', '1001', '1002', '1003', '2004']);

/** What tidies up behind a program: codes, and the controls between them. */
const SEQUENCE = /^\x1b(?:\[[0-?]*[ -/]*[@-~]|\][^\x07\x1b]*(?:\x07|\x1b\\)|[()*+\-./][ -~]|[0-Z\\^-~ -',])/;
const SEQUENCE_BEGUN = /^\x1b(?:\[[0-?]*[ -/]*|\][^\x07\x1b]*\x1b?|[()*+\-./])?$/;
/** Character sets that a program chooses before it takes the terminal. */
const CHOICES = /^(?:\x1b[()*+][ -~])*/;

/** Fresh state for one stream of terminal output. */
export function splitTerminal(): TerminalSplitter {
  /** The modes that are taken now. */
  const taken = new Set<string>();
  /** `after`: all is given back, and nothing but codes has come since; they put right what the program had changed. */
  let state: 'main' | 'raw' | 'after' = 'main';
  let held = Buffer.alloc(0);

  /** Up to where the state is certain, and what it is from there on. */
  const step = (bytes: Buffer, from: number): Step => {
    if (state === 'after') return stepAfter(bytes, from, taken);
    const at = bytes.indexOf(ESCAPE, from);
    if (at === -1) return { to: bytes.length };
    const window = bytes.toString('latin1', at, at + MAX_SEQUENCE_BYTES);
    const choices = state === 'main' ? (CHOICES.exec(window)?.[0].length ?? 0) : 0;
    const sequence = window.slice(choices);
    if (mayGoOn(sequence) && choices + sequence.length < MAX_SEQUENCE_BYTES) return { to: at, isCutOff: true };
    const end = at + choices + takeModes(sequence, taken);
    if (state === 'main' && taken.size > 0) return { to: at, next: 'raw' };
    if (state === 'raw' && taken.size === 0) return { to: end, next: 'after' };
    return { to: end };
  };
  const push = (chunk: Buffer): TerminalPart[] => {
    const bytes = held.length === 0 ? chunk : Buffer.concat([held, chunk]);
    held = Buffer.alloc(0);
    const parts: TerminalPart[] = [];
    let start = 0;
    const cut = (to: number): void => {
      if (to > start) parts.push({ isRaw: state !== 'main', bytes: bytes.subarray(start, to) });
      start = to;
    };
    for (let at = 0; at < bytes.length; ) {
      const { to, next, isCutOff } = step(bytes, at);
      if (isCutOff) {
        cut(to);
        held = Buffer.from(bytes.subarray(to));
        return parts;
      }
      if (next !== undefined) {
        if ((next === 'main') !== (state === 'main')) cut(to);
        state = next;
      }
      at = to;
    }
    cut(bytes.length);
    return parts;
  };
  return {
    push,
    end() {
      const rest = held;
      held = Buffer.alloc(0);
      return rest.length === 0 ? [] : [{ isRaw: state !== 'main', bytes: rest }];
    },
  };
}

interface Step {
  readonly to: number;
  readonly next?: 'main' | 'raw' | 'after';
  readonly isCutOff?: boolean;
}

/** Nothing but codes and controls stays raw; a colour is for the text that follows, and begins it. */
function stepAfter(bytes: Buffer, from: number, taken: Set<string>): Step {
  const byte = bytes[from] ?? 0;
  if (byte !== ESCAPE) return byte < 0x20 || byte === 0x7f ? { to: from + 1 } : { to: from, next: 'main' };
  const sequence = bytes.toString('latin1', from, from + MAX_SEQUENCE_BYTES);
  if (mayGoOn(sequence)) return { to: from, isCutOff: true };
  if (/^\x1b\[[\d;:]*[1-9][\d;:]*m/.test(sequence)) return { to: from, next: 'main' };
  const to = from + takeModes(sequence, taken);
  return taken.size > 0 ? { to, next: 'raw' } : { to };
}

const mayGoOn = (sequence: string): boolean =>
  (sequence === '' || SEQUENCE_BEGUN.test(sequence)) && sequence.length < MAX_SEQUENCE_BYTES;

/** Notes which modes the sequence takes or gives back. Returns its length; 1 for an escape byte that begins none. */
function takeModes(sequence: string, taken: Set<string>): number {
  const [, modes, what] = /^\x1b\[\?([\d;]*)([hl])/.exec(sequence) ?? [];
  for (const mode of modes?.split(';') ?? []) {
    if (what === 'h' && TAKING.has(mode)) taken.add(mode);
    if (what === 'l') taken.delete(mode);
  }
  return SEQUENCE.exec(sequence)?.[0].length ?? 1;
}
