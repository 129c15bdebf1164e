/** Lines that stay though nothing in them is evidence. */
import { describe, expect, test } from 'vitest';
import { reduce } from '../support/run.js';

const numbers = (length: number): readonly number[] => Array.from({ length }, (_, at) => at);

describe('a run of which every line is noise', () => {
  const passed = numbers(300).map(n => `=== RUN   TestSerial${n}\n--- PASS: TestSerial${n} (0.00s)\n`);

  test('shows its last lines: marks alone do not say how it has ended', async () => {
    const { text, report } = await reduce(passed.join(''), { command: 'go test -v ./...' });
    expect(report.isLossy).toBe(true);
    const shown = text.split('\n').filter(line => line !== '' && !line.startsWith('['));
    expect(shown.length).toBeGreaterThan(0);
    expect(shown.at(-1)).toBe('--- PASS: TestSerial299 (0.00s)');
  });
});

describe('in a log, beyond what is shown of plain lines', () => {
  const words = 'amber birch cedar dune ember fjord glade heath inlet jetty knoll larch moor nook oxbow'.split(' ');
  const at = (n: number): string => `2026-01-02 03:${String(n % 60).padStart(2, '0')}:00`;
  const noise = numbers(4_000).map(n => `${at(n)} INFO ${words[n % 15]} asked ${words[(n >> 4) % 8]} in ${n % 7} ms`);

  test('the first record of a new kind stays', async () => {
    const late = `${at(7)} INFO resolver: query refused for www.broken.example`;
    const lines = [...noise.slice(0, 3_500), late, ...noise.slice(3_500)];
    const { text, report } = await reduce(`${lines.join('\n')}\n`);
    expect(report.shape).toBe('stream');
    expect(text).toContain(late);
    expect(text.length).toBeLessThan(30_000);
  });

  test('endless new kinds are held to their budget', async () => {
    const words = numbers(9_000).map(n => n.toString(36).replace(/\d/g, digit => 'qwertzuiop'[Number(digit)] ?? ''));
    const lines = words.map(
      (word, n) => `${at(n)} INFO the ${word} of ${[...word].reverse().join('')} came by and went`,
    );
    const { text } = await reduce(`${lines.join('\n')}\n`);
    expect(text.length).toBeLessThan(25_000);
  });
});
