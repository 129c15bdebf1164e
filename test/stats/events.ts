/** Events and folders of them, for tests. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from 'vitest';
import { lineOf, type RetrieveEvent, type RunEvent, type StatsEvent } from '../../src/stats/event.js';

const root = mkdtempSync(join(tmpdir(), 'tinyjuice-stats-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));

/** A folder that is there, and of no other test. */
export const freshFolder = (): string => mkdtempSync(join(root, 'folder-'));

/** A run that saved 600 of 1,000 tokens. */
export const runEvent = (changes: Partial<RunEvent> & { readonly time?: string } = {}): RunEvent => {
  const { time, ...rest } = changes;
  return {
    event: 'run',
    timeMs: Date.parse(time ?? '2026-11-20T10:00:00Z'),
    host: 'cli',
    family: 'test-results',
    rule: 'tests/pytest',
    kind: undefined,
    shape: 'verdict',
    profile: 'full',
    compressor: undefined,
    rawBytes: 3_300,
    outBytes: 1_320,
    rawTokens: 1_000,
    outTokens: 400,
    isLossy: true,
    skip: undefined,
    exit: 'ok',
    ms: 40,
    storeBytes: 3_300,
    originals: ['tj_0000000001'],
    ...rest,
  };
};

export const retrieveEvent = (changes: Partial<RetrieveEvent> & { readonly time?: string } = {}): RetrieveEvent => {
  const { time, ...rest } = changes;
  return {
    event: 'retrieve',
    timeMs: Date.parse(time ?? '2026-11-20T10:05:00Z'),
    host: 'cli',
    original: 'tj_0000000001',
    bytes: 330,
    tokens: 100,
    ...rest,
  };
};

/** A run that nothing was made of. */
export const untouched = (changes: Parameters<typeof runEvent>[0] = {}): RunEvent => {
  const run = runEvent({ originals: [], storeBytes: 0, isLossy: false, ...changes });
  return { ...run, outBytes: run.rawBytes, outTokens: run.rawTokens };
};

/** Writes day files as recording does, and what else is asked for behind them. */
export function writeDays(
  dir: string,
  events: readonly StatsEvent[],
  broken: Readonly<Record<string, string>> = {},
): void {
  mkdirSync(dir, { recursive: true });
  const days = new Map<string, string>();
  for (const event of events) {
    const day = new Date(event.timeMs).toISOString().slice(0, 10);
    days.set(day, (days.get(day) ?? '') + lineOf(event));
  }
  for (const [day, text] of Object.entries(broken)) days.set(day, (days.get(day) ?? '') + text);
  for (const [day, text] of days) writeFileSync(join(dir, `${day}.ndjson`), text);
}
