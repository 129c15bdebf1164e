/** Parts of a document: each must stand in RAW, and what stands between them must be what the marks say. */
import { readFileSync, statSync } from 'node:fs';
import { tokenOf } from '../ccr/token.js';
import { MAX_DOCUMENT_BYTES } from '../compressors/compressor.js';
import { renderWhole } from '../pipeline/render-whole.js';
import { parseLineMark } from '../text/marker.js';
import { hashOf } from './content.js';
import { fails, type Verdict } from './verdict.js';

/** Checks an excerpt against its original. Memory: both. */
export async function checkExcerpt(rawPath: string, outPath: string): Promise<Verdict> {
  for (const path of [rawPath, outPath])
    if (statSync(path).size > MAX_DOCUMENT_BYTES)
      return fails(1, `no parts are chosen of a document as large as ${path}`);
  const bytes = readFileSync(outPath);
  const out = bytes.toString('utf8');
  const lines = out.split('\n');
  const label = parseLineMark(lines[0] ?? '');
  const footer = parseLineMark(lines[lines.length - 2] ?? '');
  if (label?.kind !== 'excerpt' || !bytes.equals(Buffer.from(out, 'utf8'))) return fails(1, 'it is no excerpt of ours');
  if (lines.length < 4 || lines[lines.length - 1] !== '' || footer?.kind !== 'footer')
    return fails(lines.length, 'the last line is not the footer, which says how to get the original');
  const { bareText, excerptByLabel } = await import('../excerpts.js');
  const excerpt = await excerptByLabel(label.about);
  if (excerpt === undefined) return fails(1, `no parts of a document are called ${label.about}`);
  const raw = bareText(renderWhole(readFileSync(rawPath)));
  const found = await excerpt.verify(raw, label.about, lines.slice(1, -2).join('\n'));
  if ('message' in found) return fails(found.line + 1, found.message);
  const said = `${footer.omitted} of ${footer.total} ${footer.unit}`;
  const total = found.unit === 'bytes' ? statSync(rawPath).size : found.total;
  const is = `${found.omitted} of ${total} ${found.unit}`;
  if (said !== is) return fails(lines.length - 1, `the footer says ${said}, but it is ${is}`);
  const token = tokenOf(await hashOf(rawPath));
  if (footer.token !== token || footer.storedBytes !== undefined)
    return fails(lines.length - 1, `the footer names ${footer.token}, but RAW is ${token}`);
  const isOfLines = found.unit === 'lines';
  return {
    isTrue: true,
    violation: undefined,
    shown: isOfLines ? found.total - found.omitted : lines.length - 3,
    omitted: isOfLines ? found.omitted : 0,
  };
}
