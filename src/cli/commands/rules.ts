/** `tinyjuice rules`: which rules there are, where they come from, and which are used here. */
import { JuiceError } from '../../errors.js';
import { type RuleEntry, takeInventory } from '../../explain/inventory.js';
import { printable } from '../../text/printable.js';
import { defineCommand } from '../command.js';
import { customRun, placesOf } from '../custom-places.js';
import { EXIT } from '../exit.js';
import { warn } from '../output-now.js';
import { print, printJson } from '../print.js';

export default defineCommand({
  name: 'rules',
  usage: '[FILTER]',
  about: 'Lists the rules: where each comes from, by what it knows its tool, and whether it is used here.',
  flags: ['json'],
  async run({ words, flags, environment }) {
    const [filter, ...more] = words;
    if (more.length > 0)
      throw new JuiceError(
        'BAD_USE',
        `rules takes one filter, not ${words.length}. Write: tinyjuice rules '${words.join(' ')}'`,
      );
    const { entries, project } = await takeInventory(placesOf(environment), customRun(warn).nowMs);
    const shown = filter === undefined ? entries : entries.filter(entry => fits(entry, filter));
    if (shown.length === 0)
      throw new JuiceError(
        'NOT_FOUND',
        `no rule has "${printable(filter ?? '')}" in it. See them all: tinyjuice rules`,
      );
    if (flags.json) await printJson({ rules: shown });
    else await print(tableOf(shown));
    if (project !== undefined && project.state !== 'trusted')
      warn(
        `${printable(project.folder, 400)} is ${WHY[project.state]}: its rules do nothing. Look at it, then run: tinyjuice trust`,
      );
    return EXIT.ok;
  },
});

const WHY = {
  untrusted: 'not trusted',
  changed: 'not what you trusted',
  unusable: 'not to be trusted, for it holds a link or a device',
};

const fits = (entry: RuleEntry, filter: string): boolean =>
  [entry.id, entry.family, entry.shape, entry.origin, entry.status, entry.match].some(text =>
    text?.toLowerCase().includes(filter.toLowerCase()),
  );

function tableOf(entries: readonly RuleEntry[]): readonly string[] {
  const rows = entries.map(entry => [
    entry.id,
    entry.family ?? '-',
    entry.shape ?? '-',
    stateOf(entry),
    entry.match ?? '-',
  ]);
  const widths = [0, 1, 2, 3].map(column => Math.max(...rows.map(row => row[column]?.length ?? 0)));
  return rows.flatMap((row, at) => [
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
    ...(entries[at]?.notes ?? []).map(note => `    ${note}`),
  ]);
}

function stateOf({ origin, status, overriddenBy }: RuleEntry): string {
  if (status === 'active') return origin;
  return overriddenBy === undefined ? `${origin}, ${status}` : `${origin}, overridden by ${overriddenBy}`;
}
