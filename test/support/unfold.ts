/** Undoes the mark of folders, by its own text alone. */

const MARK = /^\[(\d+) lines begin: (.+)\]$/;

/** Stands among the lines, and is none of them. */
const OTHER_MARK = /^\[(?:\.\.\. lines? \d|x\d+ lines? \d|again: )/;

/** Puts each folder before its lines again. */
export function unfold(text: string): string {
  const out: string[] = [];
  const lines = text.split('\n');
  for (let at = 0; at < lines.length; at += 1) {
    const [, count, prefix = ''] = MARK.exec(lines[at] ?? '') ?? [];
    if (count === undefined) out.push(lines[at] ?? '');
    else {
      for (let left = Number(count); left > 0 && at + 1 < lines.length; at += 1) {
        const line = lines[at + 1] ?? '';
        const isMark = OTHER_MARK.test(line);
        out.push(isMark ? line : prefix + line);
        if (!isMark) left -= 1;
      }
    }
  }
  return out.join('\n');
}
