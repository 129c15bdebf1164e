/** Undoes the mark of folders, by its own text alone. */

const MARK = /^\[(\d+) lines begin: (.+)\]$/;

/** Puts each folder before its lines again. */
export function unfold(text: string): string {
  const out: string[] = [];
  const lines = text.split('\n');
  for (let at = 0; at < lines.length; at += 1) {
    const [, count, prefix = ''] = MARK.exec(lines[at] ?? '') ?? [];
    if (count === undefined) out.push(lines[at] ?? '');
    else {
      out.push(...lines.slice(at + 1, at + 1 + Number(count)).map(line => prefix + line));
      at += Number(count);
    }
  }
  return out.join('\n');
}
