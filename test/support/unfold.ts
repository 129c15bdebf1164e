/** Undoes the marks of lines and of findings that begin alike, by their own text alone. */
import { decodeForm } from '../../src/forms.js';

const MARK = /^\[(\d+) (lines|findings|files) begin: (.+)\]$/;

/** Stands among the lines, and is none of them. */
const OTHER_MARK = /^\[(?:\.\.\. lines? \d|x\d+ lines? \d|again: )/;
/** What a mark of findings speaks of. */
const PLACE = /^(?:[^\s:"'()[\]{}<>|]+:)?\d+(?:[:\s-]|$)|^[^\s:"'()[\]{}<>|]*\(\d+,\d+\): |^[^\s:]+:\[\d+,\d+\] /;

/** Puts what is said once before its lines again; a text in another form is as it was. */
export function unfold(text: string): string {
  const decoded = decodeForm(text);
  if ('original' in decoded) return decoded.original;
  const out: string[] = [];
  const lines = text.split('\n');
  for (let at = 0; at < lines.length; at += 1) {
    const [, count, what, prefix = ''] = MARK.exec(lines[at] ?? '') ?? [];
    if (count === undefined) out.push(lines[at] ?? '');
    else {
      for (let left = Number(count); left > 0 && at + 1 < lines.length; at += 1) {
        const line = lines[at + 1] ?? '';
        const isOther = what === 'lines' ? OTHER_MARK.test(line) : !(what === 'files' ? /^\S/ : PLACE).test(line);
        out.push(isOther ? line : prefix + line);
        if (!isOther) left -= 1;
      }
    }
  }
  return out.join('\n');
}
