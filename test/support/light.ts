/** The way back from an output of profile light, by its own marks alone. */
import { decodeText } from '../../src/forms.js';
import { openDittos, splitDittos } from '../../src/text/ditto.js';
import { type GroupKind, isOfGroup } from '../../src/text/group.js';
import { type Mark, MIN_REPEAT_SAVING, parseLineMark, parseTailMark, repeatSaving } from '../../src/text/marker.js';

/** What is said before lines to come, and of how many. */
interface Said {
  readonly prefix: string;
  readonly kind: GroupKind;
  left: number;
}

/** Marks that may stand among the lines of a group, and are none of them. */
const AMONG: readonly Mark['kind'][] = ['gap', 'recap', 'again'];

/** The text that the output stands for. Fails where a mark says that something is left out. */
export function decodeLight(out: string): string {
  const decoded = decodeText(out);
  if ('original' in decoded && parseLineMark(out.split(/\r?\n/, 1)[0] ?? '')?.kind === 'form') return decoded.original;
  const printed = ('original' in decoded ? decoded.original : out).split(/(?<=\n)/).flatMap(parted);
  const rows: string[] = [];
  /** Lines as they stand in the output; undefined: a mark. What a mark stands for is not looked for there. */
  const shown: (string | undefined)[] = [];
  const dittos = openDittos();
  let said: Said | undefined;
  for (const line of printed) {
    const [, text = '', end = ''] = /^([\s\S]*?)(\r?\n)?$/.exec(line) ?? [];
    const mark = parseLineMark(text);
    if (mark !== undefined && (said === undefined || AMONG.includes(mark.kind))) {
      dittos.pass(text);
      rows.push(...rowsOf(mark, { rows, shown }));
      if (mark.kind === 'folder' || mark.kind === 'findings' || mark.kind === 'files')
        said = { prefix: mark.prefix, kind: mark.kind, left: mark.count };
      else shown.push(undefined);
      continue;
    }
    const isMeant: boolean = said !== undefined && isOfGroup(said.kind, text);
    const expanded = (isMeant ? said?.prefix : '') + dittos.expand(text);
    const lines = repeated(expanded, end);
    rows.push(...lines);
    shown.push(lines.length === 1 ? expanded + end : undefined);
    if (said !== undefined && isMeant) said.left -= 1;
    if (said?.left === 0) said = undefined;
  }
  return rows.join('');
}

/** Rows that say the same stand in one line. */
function parted(line: string): readonly string[] {
  const end = /\r?\n$/.exec(line)?.[0] ?? '';
  return splitDittos(line.slice(0, line.length - end.length)).map(row => row + end);
}

/** What a mark stands for. */
function rowsOf(mark: Mark, { rows, shown }: Above): readonly string[] {
  switch (mark.kind) {
    case 'folder':
    case 'findings':
    case 'files':
      return [];
    case 'block':
      return Array.from({ length: mark.count - 1 }, () => rows.slice(-mark.size)).flat();
    case 'again': {
      const at = shown.findLastIndex(line => line?.startsWith(mark.beginning));
      const block = shown.slice(at, at + (mark.lines ?? 1)).filter(line => line !== undefined);
      if (at < 0 || block.length !== (mark.lines ?? 1)) throw new Error(`no such lines above: ${mark.beginning}`);
      return block;
    }
    case 'screen':
      return ['[... alternate screen]\n'];
    default:
      throw new Error(`a mark of what is left out, or of another form: ${mark.kind}`);
  }
}

interface Above {
  readonly rows: readonly string[];
  readonly shown: readonly (string | undefined)[];
}

/** The last of equal lines alone may have another end. */
function repeated(text: string, end: string): readonly string[] {
  const mark = parseTailMark(text);
  if (mark === undefined || repeatSaving(mark) < MIN_REPEAT_SAVING) return [text + end];
  return Array.from({ length: mark.count }, () => mark.text + end);
}
