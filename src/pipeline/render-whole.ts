/** A text that is there as a whole, as a terminal would show it. */
import { isUtf8 } from 'node:buffer';
import type { Line } from '../line.js';
import { byteOrderMarkOf } from '../text/encoding.js';
import { isPlainText } from '../text/screen-plain.js';
import { openLines } from './lines.js';
import { openTextSplit, passAll } from './pass-all.js';
import { blankContext } from './stage.js';
import terminal from './stages/terminal.js';

/** The text as a terminal would show it, all of its line ends as they are. */
export function renderWhole(bytes: Buffer): string {
  if (byteOrderMarkOf(bytes) === undefined && isUtf8(bytes)) {
    const text = bytes.toString('utf8');
    if (isPlainText(text)) return text;
  }
  const screen = terminal.open(blankContext('light', () => undefined));
  const rows: readonly (readonly Line[])[] = passAll(
    { push: batch => [screen.push(batch)], end: () => [screen.end()] },
    passAll(openLines(openTextSplit), [bytes]),
  );
  return rows
    .flat()
    .map(({ text, end }) => text + end)
    .join('');
}
