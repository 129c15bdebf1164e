/** Tables as aligned Markdown, and their change against an earlier run. */
import type { Cell, Column, Row, Table } from './question.js';

/** A table in aligned Markdown, with its title and notes. */
export function formatTable(table: Table): string {
  const head = [table.keyName, ...table.columns.map(column => column.name)];
  const body = table.rows.map(row => [
    row.key,
    ...table.columns.map((column, at) => formatCell(row.cells[at], column)),
  ]);
  const widths = head.map((name, at) =>
    Math.max(3, ...[name, ...body.map(row => row[at] ?? '')].map(cell => cell.length)),
  );
  const isText = table.columns.map((_column, at) => table.rows.some(row => typeof row.cells[at] === 'string'));
  const pad = (cells: readonly string[]): string =>
    `| ${cells.map((cell, at) => (at === 0 || isText[at - 1] ? cell.padEnd(widths[at] ?? 0) : cell.padStart(widths[at] ?? 0))).join(' | ')} |`;
  const rule = `|${widths.map((width, at) => (at === 0 || isText[at - 1] ? '-'.repeat(width + 2) : `${'-'.repeat(width + 1)}:`)).join('|')}|`;
  const notes = (table.notes ?? []).map(note => `\n${note}`).join('');
  return `${table.title}\n\n${[pad(head), rule, ...body.map(pad)].join('\n')}\n${notes === '' ? '' : `${notes}\n`}`;
}

function formatCell(cell: Cell, column: Column): string {
  if (cell === undefined) return '-';
  if (typeof cell === 'string') return cell;
  return Number.isFinite(cell) ? cell.toFixed(column.digits ?? 1) : '-';
}

/** The change of each compared figure in percent; undefined where the earlier run has no such table. */
export function compareTables(now: Table, before: readonly Table[]): Table | undefined {
  const earlier = before.find(table => table.title === now.title);
  const compared = now.columns.map((column, at) => ({ column, at })).filter(({ column }) => column.isCompared === true);
  if (earlier === undefined || compared.length === 0) return undefined;
  const rows = now.rows.map((row): Row => {
    const old = earlier.rows.find(other => other.key === row.key);
    const cells = compared.map(({ column, at }) => {
      const oldAt = earlier.columns.findIndex(other => other.name === column.name);
      return changeOf(row.cells[at], oldAt < 0 ? undefined : old?.cells[oldAt]);
    });
    return { key: row.key, cells };
  });
  return {
    title: `${now.title}: change against the baseline, %`,
    keyName: now.keyName,
    columns: compared.map(({ column }) => ({ name: column.name })),
    rows,
  };
}

function changeOf(now: Cell, before: Cell): Cell {
  if (typeof now !== 'number' || typeof before !== 'number' || before === 0) return undefined;
  const change = (100 * (now - before)) / Math.abs(before);
  return `${change >= 0 ? '+' : ''}${change.toFixed(1)}`;
}
