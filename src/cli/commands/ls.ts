/** `tinyjuice ls`: which originals are kept. */
import { type Listed, listEntries } from '../../ccr/list.js';
import { JuiceError } from '../../errors.js';
import { defineCommand } from '../command.js';
import { EXIT } from '../exit.js';
import { print, printJson } from '../print.js';
import { sizeText, storeFolders } from '../store-folders.js';
import { alignRows } from '../table.js';

export default defineCommand({
  name: 'ls',
  usage: '',
  about:
    'Lists the originals that are kept, the newest first: token, age, size, lines, program. Never what is in them.',
  flags: ['json'],
  async run({ words, flags, environment }) {
    if (words.length > 0)
      throw new JuiceError('BAD_USE', 'ls takes no names. Write: tinyjuice ls, or tinyjuice retrieve TOKEN.');
    const { dirs } = await storeFolders(environment);
    const nowMs = Date.now();
    const seen = new Set<string>();
    const entries = dirs.flatMap(listEntries).filter(({ token }) => !seen.has(token) && seen.add(token));
    if (flags.json) await printJson({ originals: entries.map(entry => rowOf(entry, nowMs)) });
    else
      await print(
        alignRows(
          entries.map(entry => textOf(entry, nowMs)),
          4,
        ),
      );
    return EXIT.ok;
  },
});

const ageSecs = ({ keptMs }: Listed, nowMs: number): number => Math.max(0, Math.floor((nowMs - keptMs) / 1000));

function rowOf(entry: Listed, nowMs: number) {
  const { token, storedBytes, facts } = entry;
  const age = ageSecs(entry, nowMs);
  if (facts === undefined) return { token, ageSecs: age, storedBytes, isDamaged: true };
  const { bytes, lines, program } = facts;
  return { token, ageSecs: age, bytes, lines, storedBytes, ...(program === undefined ? {} : { program }) };
}

function textOf(entry: Listed, nowMs: number): readonly string[] {
  const { token, storedBytes, facts } = entry;
  const age = ageText(ageSecs(entry, nowMs));
  if (facts === undefined) return [token, age, sizeText(storedBytes), '-', 'damaged'];
  return [token, age, sizeText(facts.bytes), `${facts.lines} lines`, facts.program ?? '-'];
}

/** `3 h`: as much as one needs to know. */
function ageText(secs: number): string {
  for (const [unit, size] of [
    ['d', 86_400],
    ['h', 3_600],
    ['min', 60],
  ] as const)
    if (secs >= size) return `${Math.floor(secs / size)} ${unit}`;
  return `${secs} s`;
}
