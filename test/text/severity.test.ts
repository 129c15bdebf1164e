/** The severity model against labelled lines of real tools: `lines.tsv` was at hand while it was written, `holdout.tsv` was not. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { evidenceOf } from '../../src/text/severity.js';

interface Labelled {
  readonly label: string;
  readonly tool: string;
  readonly line: string;
}

function readLabelled(name: string): Labelled[] {
  const path = fileURLToPath(new URL(`../../fixtures/severity/${name}`, import.meta.url));
  const rows = readFileSync(path, 'utf8').trimEnd().split('\n').slice(1);
  return rows.map(row => {
    const [label = '', tool = '', ...rest] = row.split('\t');
    return { label, tool, line: rest.join('\t').replace(/\\([\\t])/g, (_, char) => (char === 't' ? '\t' : '\\')) };
  });
}

function show(rows: readonly Labelled[]): string[] {
  return rows.map(
    ({ label, tool, line }) => `${label} became ${evidenceOf(line) ?? 'none'} (${tool}): ${line.slice(0, 160)}`,
  );
}

function isLost({ label, line }: Labelled): boolean {
  const found = evidenceOf(line);
  return label === 'error' && found !== 'error' && found !== 'warning';
}

function isFalseAlarm({ label, line }: Labelled): boolean {
  const found = evidenceOf(line);
  return label === 'none' && (found === 'error' || found === 'warning');
}

/** Lines that the model is known to get wrong, with the reason. Anything beside these fails the test. */
const KNOWN_FALSE_ALARMS = 0.02;

describe.each(['lines.tsv', 'holdout.tsv'])('on %s', name => {
  const rows = readLabelled(name);

  it('holds hundreds of lines of dozens of tools, with many that say nothing', () => {
    expect(rows.length).toBeGreaterThan(450);
    expect(new Set(rows.map(row => row.tool)).size).toBeGreaterThan(40);
    expect(rows.filter(row => row.label === 'none').length / rows.length).toBeGreaterThan(0.4);
  });

  it('loses no error', () => {
    expect(show(rows.filter(isLost))).toEqual([]);
  });

  it('raises at most two false alarms in a hundred lines', () => {
    const alarms = rows.filter(isFalseAlarm);
    expect(alarms.length / rows.length, show(alarms).join('\n')).toBeLessThanOrEqual(KNOWN_FALSE_ALARMS);
  });

  it('gives nine in ten lines of each label exactly that label', () => {
    for (const label of ['error', 'warning', 'verdict', 'cut', 'none']) {
      const labelled = rows.filter(row => row.label === label);
      const wrong = labelled.filter(row => (evidenceOf(row.line) ?? 'none') !== label);
      expect(wrong.length / labelled.length, show(wrong).join('\n')).toBeLessThanOrEqual(0.1);
    }
  });
});
