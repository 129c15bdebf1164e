/** What a run shows of a line that a CI service acts on before its source says more. */
import { PassThrough, Readable } from 'node:stream';
import { setTimeout } from 'node:timers/promises';
import { expect } from 'vitest';
import { juice } from '../../src/juice.js';

const LINE = '::add-mask::hunter2';
const STEP_MS = 20;

/** Fails where the line waits for what comes below `above`, or is not there within `maxMs`. */
export async function expectUrgentAtOnce(above: string, maxMs: number): Promise<void> {
  const out = new PassThrough({ encoding: 'utf8' });
  let shown = '';
  out.on('data', chunk => {
    shown += chunk;
  });
  const lines = async function* () {
    yield Buffer.from(`${above}${LINE}\n`);
    for (let waited = 0; waited < maxMs && !shown.includes(LINE); waited += STEP_MS) await setTimeout(STEP_MS);
    yield Buffer.from(shown.includes(LINE) ? 'given at once\n' : 'late\n');
  };
  await juice(Readable.from(lines(), { objectMode: false }), out, {
    profile: 'light',
    onWarning: message => expect(message).toBe(''),
    isChained: true,
  });
  expect(shown.split('\n').slice(-3)).toEqual([LINE, 'given at once', '']);
}
