/** `tinyjuice stats`: what was saved, from counts alone. */
import { isatty } from 'node:tty';
import { JuiceError } from '../../errors.js';
import { summarize } from '../../stats/summary.js';
import { firstDayOf, openZone } from '../../stats/zone.js';
import { printable } from '../../text/printable.js';
import { defineCommand } from '../command.js';
import { EXIT } from '../exit.js';
import { warn } from '../output-now.js';
import { print, printJson } from '../print.js';
import { problemLines, summaryLines } from '../stats-text.js';

export default defineCommand({
  name: 'stats',
  usage: '',
  about: 'Says what was saved, by day, rule or host, and what grew or was asked for again. Only counts are recorded.',
  flags: ['timezone', 'since', 'by', 'json'],
  async run({ words, flags, environment }) {
    if (words.length > 0)
      throw new JuiceError(
        'BAD_USE',
        `stats takes no "${printable(words.join(' '))}". Write: tinyjuice stats --since 7d`,
      );
    const zone = openZone(flags.timezone ?? 'utc');
    const firstDay = flags.since === undefined ? undefined : firstDayOf(flags.since, zone.dayOf(Date.now()));
    const by = toBy(flags.by);
    const summary = summarize(environment.eventsFolder, { zone, firstDay, by });
    const { totals, groups, families, problems } = summary;
    if (flags.json) {
      const brokenLines = Object.fromEntries(problems.brokenLines);
      const unreadable = Object.fromEntries(problems.unreadable);
      await printJson({ timezone: zone.name, since: firstDay, by, totals, groups, families, brokenLines, unreadable });
    } else {
      await print(summaryLines(summary, { zone: zone.name, firstDay, by, hasBars: isatty(1) }));
    }
    for (const line of problemLines(problems)) warn(line);
    return EXIT.ok;
  },
});

const toBy = (flag: string | undefined): 'day' | 'rule' | 'host' => (flag === 'rule' || flag === 'host' ? flag : 'day');
