/** What runs did, as a Markdown table at the end of a file: for the summary of a step in a CI service. */
import { closeSync, constants, fstatSync, openSync, writeSync } from 'node:fs';
import type { Exit, Report } from '../line.js';

/** What a run was. Of its command nothing is told: it may hold a secret. */
export interface SummarizedRun {
  readonly reports: readonly Report[];
  readonly exit: Exit;
}

/** A program that takes a terminal and gives it back has many outputs. */
const MAX_ROWS = 20;

/**
 * Appends the table in one write. A file that cannot be written is told, and costs nothing else.
 * @param say takes one line for stderr.
 */
export function appendSummary(path: string, run: SummarizedRun, say: (message: string) => void): void {
  const { O_APPEND, O_CREAT, O_WRONLY, O_NONBLOCK } = constants;
  try {
    // Nobody may be there to read a pipe.
    const descriptor = openSync(path, O_APPEND | O_CREAT | O_WRONLY | (O_NONBLOCK ?? 0), 0o666);
    try {
      const { size } = fstatSync(descriptor);
      const text = Buffer.from((size > 0 ? '\n' : '') + tableOf(run));
      if (writeSync(descriptor, text) < text.length) throw new Error('not all of it was written');
    } finally {
      closeSync(descriptor);
    }
  } catch (error) {
    say(`--summary: ${path}: ${error instanceof Error ? error.message : String(error)}: there is no summary`);
  }
}

function tableOf({ reports, exit }: SummarizedRun): string {
  const spoken = reports.filter(({ rawBytes }) => rawBytes > 0);
  const shown = (spoken.length > 0 ? spoken : reports.slice(0, 1)).slice(0, MAX_ROWS);
  const rows = shown.map(report => `| ${cellsOf(report, exit).join(' | ')} |\n`);
  return `| output of | exit | lines | tokens, about | saved | original |\n|---|---|---|---|---|---|\n${rows.join('')}`;
}

function cellsOf(report: Report, exit: Exit): readonly string[] {
  const { rule, skipReason, rawLines, outLines, rawTokens, outTokens, rawBytes, outBytes, recovery } = report;
  return [
    plain(rule ?? skipReason ?? 'no rule'),
    exit.signal ?? `${exit.code ?? ''}`,
    rawLines > 0 ? `${rawLines} -> ${outLines}` : '',
    `${rawTokens} -> ${outTokens}`,
    rawBytes === 0 ? '' : `${Math.floor(100 * (1 - outBytes / rawBytes))} %`,
    recovery === undefined ? 'nothing left out' : `\`tinyjuice retrieve ${recovery.token}\``,
  ];
}

/** The id of a rule that is not built in is somebody's own word. */
const plain = (text: string): string => text.replace(/[^\w ()./-]/g, '?').slice(0, 80);
