/** An original of which only the beginning is stored. */
import { createReadStream, statSync } from 'node:fs';
import { countNewlines } from '../ccr/newlines.js';
import { byteOrderMarkOf } from '../text/encoding.js';
import { firstBytes } from './content.js';

interface Stored {
  readonly rawPath: string;
  readonly isCrText: boolean;
  /** The last line that is left out. */
  readonly through: number;
}

/** What is left out must lie in the part that is stored. */
export async function checkPrefix({ rawPath, isCrText, through }: Stored, bytes: number): Promise<string | undefined> {
  if (bytes > statSync(rawPath).size) return `RAW has no ${bytes} bytes`;
  if (byteOrderMarkOf(firstBytes(rawPath))?.startsWith('utf-16')) return undefined; // its bytes do not tell lines
  let lines = 0;
  for await (const chunk of createReadStream(rawPath, { end: bytes - 1 }) as AsyncIterable<Buffer>)
    lines += countNewlines(chunk, isCrText ? 0x0d : 0x0a);
  if (through <= lines + 1) return undefined;
  return `line ${through} is left out, but only the first ${lines} lines are stored`;
}
