/** `git blame`: what it says of a commit stands in the commit's first line alone. */
import { BadForm, defineCompressor } from '../compressor.js';

const FORM = 'blame, a commit is told in its first line';
const MIN_LINES = 4;
/** Lines that must be a blame's. */
const MIN_SHARE = 0.9;

/** `48bd7c6f src/a.py (Mira Sandoval 2026-05-05 10:11:12 +0200  535) code`; the date may be written otherwise. */
const LINE = /^(\^?[0-9a-f]{4,64})( .{0,200}?\(.{1,100}? \S*\d\S*)( +)(\d+)(\).*)$/;
/** The same, of a commit that has been told; `"` is the one above. */
const SHORT = /^("|\^?[0-9a-f]{4,64}) (\d+)(\).*)$/;
const AS_ABOVE = '"';

/** What a line says of its commit, and how wide the line's number is with the blanks before it. */
interface Told {
  readonly about: string;
  readonly width: number;
}

export default defineCompressor({
  name: 'blame',
  kinds: ['blame'],
  forms: [FORM],
  about: 'Says who wrote a line, and when, once for each commit that `git blame` names.',
  suits: head => head.length >= MIN_LINES && head.slice(0, MIN_LINES).every(line => LINE.test(line)),
  compress(text) {
    const lines = text.split('\n');
    const told = new Map<string, Told>();
    let above: string | undefined;
    let count = 0;
    const body = lines.map(line => {
      const [, commit = '', about = '', blanks = '', number = '', code = ''] = LINE.exec(line) ?? [];
      if (commit === '') return line;
      count += 1;
      const before = told.get(commit);
      const isTold = before?.about === about && before.width === blanks.length + number.length;
      const isSame = isTold && commit === above;
      above = commit;
      told.set(commit, { about, width: blanks.length + number.length });
      return isTold ? `${isSame ? AS_ABOVE : commit} ${number}${code}` : line;
    });
    if (count < Math.max(MIN_LINES, lines.length * MIN_SHARE) || lines.some(line => SHORT.test(line))) return undefined;
    return { about: FORM, body: body.join('\n') };
  },
  decode({ body }) {
    const told = new Map<string, Told>();
    let above = '';
    const lines = body.split('\n').map((line, at) => {
      const short = SHORT.exec(line);
      if (short !== null) {
        const [, name = '', number = '', code = ''] = short;
        const commit = name === AS_ABOVE ? above : name;
        const before = told.get(commit);
        if (before === undefined) throw new BadForm(at + 1, `nothing above tells of the commit ${commit}`);
        above = commit;
        return `${commit}${before.about}${number.padStart(before.width)}${code}`;
      }
      const [, commit = '', about = '', blanks = '', number = ''] = LINE.exec(line) ?? [];
      if (commit !== '') {
        above = commit;
        told.set(commit, { about, width: blanks.length + number.length });
      }
      return line;
    });
    return lines.join('\n');
  },
});
