/** A text in another form: it must be the very one that is made of RAW, and lead back to it. */
import { readFileSync, statSync } from 'node:fs';
import { MAX_DOCUMENT_BYTES } from '../compressors/compressor.js';
import { renderWhole } from '../pipeline/render-whole.js';
import { fails, quote, type Verdict } from './verdict.js';

/** Checks a form against its original. Memory: both, of which neither is larger than a document may be. */
export async function checkForm(rawPath: string, outPath: string): Promise<Verdict> {
  for (const path of [rawPath, outPath])
    if (statSync(path).size > MAX_DOCUMENT_BYTES) return fails(1, `no text as large as ${path} gets another form`);
  const raw = renderWhole(readFileSync(rawPath));
  const bytes = readFileSync(outPath);
  const out = bytes.toString('utf8');
  const { decodeForm, isForm, loadFormsIn } = await import('../forms.js');
  await loadFormsIn(out);
  const decoded = decodeForm(out);
  if ('message' in decoded) return fails(decoded.line, decoded.message);
  if (decoded.original !== raw) return fails(1, differenceOf(decoded.original, raw));
  if (!isForm(out, raw) || !bytes.equals(Buffer.from(out, 'utf8')))
    return fails(1, 'it leads back to RAW, but is not as it was written');
  return { isTrue: true, violation: undefined, shown: lineCount(raw), omitted: 0 };
}

const lineCount = (text: string): number => text.split('\n').length - (text.endsWith('\n') ? 1 : 0);

/** The first line in which they differ. */
function differenceOf(original: string, raw: string): string {
  const [ours, theirs] = [original.split('\n'), raw.split('\n')];
  const at = theirs.findIndex((line, index) => line !== ours[index]);
  const line = at < 0 ? theirs.length : at;
  return `decoded, its line ${line + 1} is ${quote(ours[line])}, but RAW has ${quote(theirs[line])}`;
}
