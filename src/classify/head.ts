/** The first lines of a stream as text, for looking at; nothing is consumed. */

import { openTranscoder, textOfBytes } from '../text/encoding.js';
import { isOwnMark } from '../text/marker.js';
import { hasOldMacLines } from '../text/old-mac.js';
import { renderText } from '../text/screen.js';

export interface Head {
  /** Rendered lines; a last line that may go on beyond the peek is left out. */
  readonly lines: readonly string[];
  /** Lines end at CR alone: text of an old Mac, and no progress that draws over itself. */
  readonly isCrText: boolean;
}

/** Reads the first bytes of a stream as lines. */
export function readHead(bytes: Buffer, isWhole: boolean): Head {
  const transcoder = openTranscoder();
  const utf8 = Buffer.concat([transcoder.push(bytes), transcoder.end()]).toString('latin1');
  const isCrText = hasOldMacLines(utf8);
  const raw = (isCrText ? utf8.replaceAll('\r', '\n') : utf8).split('\n').map(textOfBytes);
  if (!isWhole && raw.length > 1) raw.pop();
  return { lines: renderText(raw.join('\n')).map(({ text }) => text), isCrText };
}

/** True if a reducer of ours has been at the text: it is left as it is. */
export const isReduced = (lines: readonly string[]): boolean => lines.some(isOwnMark);
