/** What became of the lines that speak of errors and verdicts. */
import { openDittos } from '../../src/text/ditto.js';
import { type GroupKind, isGroupKind, isOfGroup } from '../../src/text/group.js';
import { parseLineMark, parseTailMark } from '../../src/text/marker.js';
import { renderText } from '../../src/text/screen.js';
import { evidenceOf } from '../../src/text/severity.js';
import { shapeOf } from '../../src/text/shape.js';

/** What the marks of an output count, by shape, and the lines that it shows, folds undone. */
function shownBy(text: string): { shown: Set<string>; recapped: Set<number>; counted: number } {
  const shown = new Set<string>();
  const recapped = new Set<number>();
  let counted = 0;
  const dittos = openDittos();
  let begun: { prefix: string; kind: GroupKind; left: number } = { prefix: '', kind: 'folder', left: 0 };
  for (const line of text.split(/\r?\n/)) {
    shown.add(line);
    const isBegun = begun.left > 0 && isOfGroup(begun.kind, line);
    if (parseLineMark(line) === undefined) {
      shown.add((isBegun ? begun.prefix : '') + dittos.expand(line));
      if (isBegun) begun.left -= 1;
    } else dittos.pass(line);
    const mark = parseLineMark(line) ?? parseTailMark(line);
    if (mark !== undefined && isGroupKind(mark.kind) && 'prefix' in mark)
      begun = { prefix: mark.prefix, kind: mark.kind, left: mark.count };
    if (mark?.kind === 'repeat') shown.add(mark.text);
    if (mark?.kind === 'recap') {
      recapped.add(shapeOf(mark.text));
      shown.add(mark.text);
    }
    if (mark?.kind === 'counted') counted += mark.counts.reduce((sum, { count }) => sum + count, 0);
  }
  return { shown, recapped, counted };
}

/** Evidence lines of the rendered input that the output neither shows, recaps nor counts. */
export function lostEvidence(raw: string, out: string): readonly string[] {
  const { shown, recapped, counted } = shownBy(out);
  const lost = renderText(raw)
    .map(({ text }) => text)
    .filter(text => evidenceOf(text) !== undefined && !shown.has(text) && !recapped.has(shapeOf(text)));
  return lost.length <= counted ? [] : lost;
}
