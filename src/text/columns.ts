/** Tells rows of tables and data from sentences. A row is data, whatever its neighbours look like. */

const ALIGNED = /\S {2,}\S.* {2,}\S|\S\t+\S.*\t\S/;
const BOXED = /^[|│┃]|[|│┃]\s*$/;
const DELIMITED = /^[^,;\t|]*([,;\t|])(?:[^,;\t|]*\1){2,}[^,;\t|]*$/;
const PERMISSIONS = /^[-dlbcps][-rwxsStT]{9}/;
/** A bare path, or `path:line:` of a search hit. */
const PATH_ROW = /^(?:\.{0,2}\/)?[\w@.+-]+(?:\/[\w@.+ -]+)+\/?(?::\d+(?::\d+)?:?.*)?$/;
const KEY_VALUE = /^\s*["']?[\w.-]+["']?\s*[:=]\s*\S+\s*,?$/;

/** True for a line with aligned, boxed or delimited columns, a listing's row, a bare path or a key with its value. */
export function isTableRow(text: string): boolean {
  const head = text.length > 400 ? text.slice(0, 400) : text;
  // Looking for what a pattern cannot do without costs a tenth of asking it.
  return (
    ((head.includes('  ') || head.includes('\t')) && ALIGNED.test(head)) ||
    BOXED.test(head) ||
    DELIMITED.test(head) ||
    PERMISSIONS.test(head) ||
    (head.includes('/') && PATH_ROW.test(head)) ||
    ((head.includes(':') || head.includes('=')) && KEY_VALUE.test(head))
  );
}
