/** What a document says, in words: it must be the very text that is made of RAW. */
import { readFileSync, statSync } from 'node:fs';
import { tokenOf } from '../ccr/token.js';
import { MAX_DOCUMENT_BYTES } from '../compressors/compressor.js';
import { writeExtract } from '../compressors/extract-text.js';
import { renderWhole } from '../pipeline/render-whole.js';
import { hashOf } from './content.js';
import { fails, quote, type Verdict } from './verdict.js';

/** Checks an extract against its original: no word more or less, nowhere else. Memory: both. */
export async function checkExtract(rawPath: string, outPath: string): Promise<Verdict> {
  const bytes = statSync(rawPath).size;
  if (bytes > MAX_DOCUMENT_BYTES) return fails(1, `no text is made of a document as large as ${rawPath}`);
  const { extractOf } = await import('../extracts.js');
  const found = extractOf(renderWhole(readFileSync(rawPath)), { isLate: () => false });
  if (found === undefined) return fails(1, 'RAW is no document of this kind');
  const expected = writeExtract(found.name, found.extracted, { token: tokenOf(await hashOf(rawPath)), bytes });
  const out = readFileSync(outPath);
  const lines = expected.split('\n');
  if (out.equals(Buffer.from(expected, 'utf8')))
    return { isTrue: true, violation: undefined, shown: lines.length - 3, omitted: 0 };
  const given = out.toString('utf8').split('\n');
  const at = lines.findIndex((line, index) => line !== given[index]);
  const line = at < 0 ? lines.length - 1 : at;
  return fails(line + 1, `RAW says ${quote(lines[line])} here, not ${quote(given[line])}`);
}
