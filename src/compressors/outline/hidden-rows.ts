/** Which rows of a program an outline leaves out: those of the bodies of functions, and of long values. */
import type { SyntaxNode } from './grammars.js';
import { CALLS, CLASSES, DECLARED, LITERALS, NAMELESS, NAMING } from './nodes.js';

/** By row: 0 is shown, any other number is that of the body which it belongs to. */
export type HiddenRows = Uint32Array;

/** A longer value is only begun. */
const MAX_LITERAL_ROWS = 24;
const LITERAL_ROWS_SHOWN = 3;
/** Of a body that is mostly functions, as a suite of tests is: the share of its rows that those take. */
const MIN_FUNCTION_SHARE = 0.6;
/** Calls around a function that is handed to them. */
const MAX_CALL_DEPTH = 6;
const STEPS_BETWEEN_LOOKS = 200;
/** Functions in functions in functions: those further in are not looked at. */
const MAX_INSIDE = 24;

interface Visit {
  readonly node: SyntaxNode;
  readonly parent: SyntaxNode | undefined;
  /** In how many bodies that are left out it stands. */
  readonly inside: number;
}

/** @param lines the text's. Undefined where it takes too long. */
export function hiddenRows(root: SyntaxNode, lines: readonly string[], isLate: () => boolean): HiddenRows | undefined {
  const rows: HiddenRows = new Uint32Array(lines.length);
  const waiting: Visit[] = [{ node: root, parent: undefined, inside: 0 }];
  let bodies = 0;
  const hide = (from: number, to: number): boolean => {
    if (from > to || to >= rows.length) return false;
    bodies += 1;
    rows.fill(bodies, from, to + 1);
    return true;
  };
  for (let steps = 1; ; steps += 1) {
    const visit = waiting.pop();
    if (visit === undefined) return rows;
    if (steps % STEPS_BETWEEN_LOOKS === 0 && isLate()) return undefined;
    const { node, inside } = visit;
    const hidden = hiddenOf(visit, lines);
    if (inside > 0 && (hidden !== undefined || CLASSES.has(node.type))) showHeader(rows, visit, hidden?.from);
    const isHidden = hidden !== undefined && hide(hidden.from, hidden.to);
    if (inside > MAX_INSIDE) continue;
    const multiRow = node.namedChildren.filter(child => child !== null && rowsOf(child) > 1) as SyntaxNode[];
    for (const child of multiRow.reverse())
      waiting.push({ node: child, parent: node, inside: inside + (isHidden ? 1 : 0) });
  }
}

interface Rows {
  readonly from: number;
  readonly to: number;
}

/** Rows of a node that go; undefined: none of its own. */
function hiddenOf({ node, parent, inside }: Visit, lines: readonly string[]): Rows | undefined {
  const { type } = node;
  if (LITERALS.has(type) && inside === 0) return hiddenOfLiteral(node);
  const isNamed = DECLARED.has(type) || (NAMELESS.has(type) && parent !== undefined && NAMING.has(parent.type));
  if (!isNamed && !(NAMELESS.has(type) && inside === 0)) return undefined;
  const body = bodyOf(node);
  // Where it is not understood, it is not known where it ends.
  if (body === undefined || body.hasError || (!isNamed && isOfFunctions(body))) return undefined;
  return hiddenOfBody(node, body, lines);
}

const bodyOf = (node: SyntaxNode): SyntaxNode | undefined =>
  node.childForFieldName('body') ?? node.namedChildren.find(child => child?.type === 'block') ?? undefined;

/** Without what stands beside it in its first row, and in its last. */
function hiddenOfBody(node: SyntaxNode, body: SyntaxNode, lines: readonly string[]): Rows {
  const { startPosition: start, endPosition: end } = body;
  const before = lines[start.row]?.slice(0, start.column).trim() ?? '';
  const first = Math.max(before === '' ? start.row : start.row + 1, documentedTo(body));
  const isEnd = node.endPosition.row > end.row && lines[node.endPosition.row]?.trim() === 'end';
  const behind = lines[end.row]?.slice(end.column).trim() ?? '';
  // A block that ends with the row's end ends in the row before.
  const last = end.column === 0 ? end.row - 1 : isEnd ? node.endPosition.row : end.row;
  return { from: first, to: isEnd || /^[)\]};,]*$/.test(behind) ? last : end.row - 1 };
}

/** The row behind the first one of a text that says what the function is for; 0 where there is none. */
function documentedTo(body: SyntaxNode): number {
  const first = body.namedChildren[0];
  const text = first?.type === 'expression_statement' ? first.namedChildren[0] : first;
  return text?.type === 'string' ? text.startPosition.row + 1 : 0;
}

function hiddenOfLiteral(node: SyntaxNode): Rows | undefined {
  if (rowsOf(node) <= MAX_LITERAL_ROWS || node.hasError || holdsFunction(node)) return undefined;
  return { from: node.startPosition.row + LITERAL_ROWS_SHOWN, to: node.endPosition.row - 1 };
}

const rowsOf = (node: SyntaxNode): number => node.endPosition.row - node.startPosition.row + 1;
const isFunction = ({ type }: SyntaxNode): boolean => DECLARED.has(type) || NAMELESS.has(type);

/** The row or rows in which a function or a class says what it is, where a body around it is left out. */
function showHeader(rows: HiddenRows, { node, parent }: Visit, bodyFrom: number | undefined): void {
  const above =
    parent !== undefined && (NAMING.has(parent.type) || parent.type === 'decorated_definition') ? parent : node;
  const body = bodyOf(node);
  const to = bodyFrom ?? (body === undefined ? node.startPosition.row + 1 : body.startPosition.row + 1);
  rows.fill(0, above.startPosition.row, Math.max(to, node.startPosition.row + 1));
}

/** A wrapper around a whole file, a suite of tests: what counts are the functions in it. */
function isOfFunctions(body: SyntaxNode): boolean {
  const inner = body.namedChildren.length === 1 && body.namedChildren[0] ? body.namedChildren[0] : body;
  const children = (inner.type === 'statement_list' ? inner : body).namedChildren;
  let rows = 0;
  for (const child of children) if (child !== null && rowsOf(child) > 1 && handsOn(child, 0)) rows += rowsOf(child);
  return rows >= rowsOf(body) * MIN_FUNCTION_SHARE;
}

/** A function, a class, or a call that is handed a function. */
function handsOn(node: SyntaxNode, depth: number): boolean {
  if (isFunction(node) || CLASSES.has(node.type)) return true;
  if (!CALLS.has(node.type) || depth > MAX_CALL_DEPTH) return false;
  return node.namedChildren.some(child => child !== null && rowsOf(child) > 1 && handsOn(child, depth + 1));
}

function holdsFunction(root: SyntaxNode): boolean {
  const waiting = [root];
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    if (isFunction(node)) return true;
    for (const child of node.namedChildren) if (child !== null && rowsOf(child) > 1) waiting.push(child);
  }
  return false;
}
