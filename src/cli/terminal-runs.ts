/** The output of a command at our own terminal: reduced, but for what answers to keys or takes the whole terminal. */
import { once } from 'node:events';
import { PassThrough, type Readable, type Writable } from 'node:stream';
import { splitTerminal } from '../source/raw-parts.js';
import { openRedraws } from '../source/redraws.js';
import { sinceStartMs } from './since-start.js';

const LINE_FEED = 0x0a;
/** More than this at once is no answer to a key. */
const MAX_ANSWER_BYTES = 1_024;

/** After such a rest what is held has been shown, or is about to be (`IDLE_MS`). */
const REST_MS = 150;
const RETURN = Buffer.from('\r');

/** What the user does. */
export interface Keyboard {
  /** Something has been typed, and what it led to has not been seen yet. */
  isTyped: boolean;
}

export interface TerminalRuns {
  readonly keyboard: Keyboard;
  /** Sees every byte as it comes. */
  onRaw(chunk: Buffer): void;
  /** Where raw bytes go. */
  readonly out: Writable;
  /** Reduces one stretch of lines. Resolves once all of it is written. `isLast()` is known when `lines` has ended. */
  reduce(lines: Readable, isLast: () => boolean): Promise<void>;
}

/**
 * Cuts the output where a program takes the terminal and gives it back, where it answers to keys (an echo, an
 * erased letter, a moved mark), and where it draws over what has been shown. An answer or a drawing is over once the output
 * rests at the start of a line. Each stretch in between is reduced as a run of its
 * own and written to its end before the next raw byte, so that the order is kept.
 */
export async function reduceInRuns(source: Readable, { keyboard, onRaw, out, reduce }: TerminalRuns): Promise<void> {
  const splitter = splitTerminal();
  const redraws = openRedraws();
  let lastMs = sinceStartMs();
  /** `drawn`: nothing has come since. */
  let drawing: 'none' | 'on' | 'drawn' = 'none';
  let isLast = false;
  let run: OpenRun | undefined;
  const openRun = (): OpenRun => {
    const lines = new PassThrough();
    const done = reduce(lines, () => isLast);
    done.catch(() => lines.destroy()); // the error is thrown where `done` is waited for
    return { lines, done };
  };
  const endRun = async (): Promise<void> => {
    const ended = run;
    run = undefined;
    ended?.lines.end();
    await ended?.done;
  };
  const take = async (isRaw: boolean, bytes: Buffer): Promise<void> => {
    if (out.errored) throw out.errored;
    if (isRaw) {
      await endRun();
      if (!out.write(bytes)) await once(out, 'drain');
      return;
    }
    run ??= openRun();
    if (!run.lines.write(bytes)) await Promise.race([once(run.lines, 'drain'), run.done]);
  };
  try {
    for await (const chunk of source as AsyncIterable<Buffer>) {
      onRaw(chunk);
      const nowMs = sinceStartMs();
      if (drawing !== 'on') {
        const isSeen: boolean = drawing === 'drawn' || nowMs - lastMs >= REST_MS;
        drawing = isSeen && redraws.isNext(chunk) ? 'on' : 'none';
        // What has been shown of a line leaves the cursor behind it.
        if (drawing === 'on' && redraws.hasReturned) await take(true, RETURN);
      }
      lastMs = nowMs;
      redraws.pass(chunk);
      const isAnswer = keyboard.isTyped && chunk.length <= MAX_ANSWER_BYTES;
      const parts = splitter.push(chunk);
      for (const { isRaw, bytes } of parts) await take(isRaw || isAnswer || drawing === 'on', bytes);
      // keys typed at a program that has the terminal are its own, and answers to its questions come as keys
      const isOver = !isAnswer || chunk[chunk.length - 1] === LINE_FEED || parts.some(({ isRaw }) => isRaw);
      if (isOver) keyboard.isTyped = false;
      if (drawing === 'on' && chunk[chunk.length - 1] === LINE_FEED) drawing = 'drawn';
    }
    for (const { isRaw, bytes } of splitter.end()) await take(isRaw, bytes);
    isLast = true;
    run ??= openRun();
  } finally {
    await endRun();
  }
}

interface OpenRun {
  readonly lines: PassThrough;
  readonly done: Promise<void>;
}
