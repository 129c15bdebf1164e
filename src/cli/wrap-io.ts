/** What `wrap` needs to know about our own descriptors. */
import { readFileSync, type Stats } from 'node:fs';
import { isatty, WriteStream } from 'node:tty';
import { statOf } from '../source/open-input.js';
import type { TerminalSize } from '../source/pty.js';

/**
 * `--stderr auto`: one pipe for both outputs only where our own two are one and the same file; only then is there one
 * reader who sees them in order.
 */
export function chooseStderr(): 'merge' | 'separate' {
  const out = statOf(1);
  const err = statOf(2);
  if (out === undefined || err === undefined) return 'separate';
  const isSameFile = out.dev === err.dev && out.ino === err.ino && out.rdev === err.rdev;
  return isSameFile && isSameOpening(out) ? 'merge' : 'separate';
}

/** `>log 2>log` opens a file twice, each with its own place in it; `>log 2>&1` once. Linux shows place and flags. */
function isSameOpening(out: Stats): boolean {
  if (!out.isFile()) return true;
  const [first, second] = [1, 2].map(fd => {
    try {
      return readFileSync(`/proc/self/fdinfo/${fd}`, 'utf8');
    } catch {
      return ''; // no /proc: the same file must do
    }
  });
  return first === second;
}

/** The descriptor of the terminal that the user types at, if our standard input is one. */
export function terminalInput(): number | undefined {
  return isatty(0) ? 0 : undefined;
}

/** The descriptor of our standard output, if it is a terminal. */
export function terminalOutput(): number | undefined {
  return isatty(1) ? 1 : undefined;
}

/** Size of our terminal, or what terminals have by custom where we have none. */
export function terminalSize(): TerminalSize {
  for (const fd of [1, 2, 0]) {
    if (isatty(fd)) return sizeOf(fd);
  }
  return { columns: 80, rows: 24 };
}

/** A fresh stream each time: an old one answers with the size that it was opened with. */
function sizeOf(fd: number): TerminalSize {
  const screen = new WriteStream(fd);
  const [columns, rows] = screen.getWindowSize();
  screen.destroy();
  return { columns, rows };
}
