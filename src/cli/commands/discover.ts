/** `tinyjuice discover`: where little is saved, and what would be saved of recorded sessions. */
import { JuiceError } from '../../errors.js';
import { openReplay } from '../../explain/replay.js';
import { summarize } from '../../stats/summary.js';
import { firstDayOf, openZone } from '../../stats/zone.js';
import { type Call, defineCommand } from '../command.js';
import { recordedLines, replayedLines } from '../discover-text.js';
import { EXIT } from '../exit.js';
import { warn } from '../output-now.js';
import { print, printJson } from '../print.js';
import { readSession, sessionFilesBelow } from '../session-files.js';
import { openSetup } from '../setup.js';
import { problemLines } from '../stats-text.js';

export default defineCommand({
  name: 'discover',
  usage: '[FILE...]',
  about:
    'Says where least is saved, from recorded counts; or what would be saved of the recorded sessions of an agent.',
  flags: ['transcripts', 'timezone', 'since', 'json'],
  async run(call) {
    const { flags, words } = call;
    const isReplay = words.length > 0 || flags.transcripts !== undefined;
    if (!isReplay) return tellRecorded(call);
    for (const name of ['timezone', 'since'] as const)
      if (flags[name] !== undefined)
        throw new JuiceError('BAD_FLAG', `--${name}: it is for recorded counts. Leave it away, or the files.`);
    return replay(call);
  },
});

async function tellRecorded({ flags, environment }: Call): Promise<number> {
  const zone = openZone(flags.timezone ?? 'utc');
  const firstDay = flags.since === undefined ? undefined : firstDayOf(flags.since, zone.dayOf(Date.now()));
  const summary = summarize(environment.eventsFolder, { zone, firstDay, by: 'rule' });
  const { totals, groups, families, problems } = summary;
  if (flags.json) await printJson({ since: firstDay, totals, families, rules: groups });
  else await print(recordedLines(summary, firstDay));
  for (const line of problemLines(problems)) warn(line);
  return EXIT.ok;
}

/** In memory: nothing is stored, and nothing is counted as a run. */
async function replay({ words, flags, environment }: Call): Promise<number> {
  const found = flags.transcripts === undefined ? [] : sessionFilesBelow(flags.transcripts);
  const files = [...words, ...found];
  if (files.length === 0)
    throw new JuiceError('NOT_FOUND', `--transcripts ${flags.transcripts}: there is no .jsonl file in it or below.`);
  const replayed = openReplay(await (await openSetup(environment)).book());
  let brokenLines = 0;
  const read = async (file: string): Promise<void> => {
    brokenLines += await readSession(file, output => replayed.add(output));
  };
  for (const file of words) await read(file);
  for (const file of found) await read(file).catch(sayUnreadable);
  const result = replayed.result();
  if (result.warnings > 0) warn(`${result.warnings} faults of ours on the way: these outputs would pass as they are`);
  if (flags.json) await printJson({ files: files.length, brokenLines, ...result });
  else await print(replayedLines(result, { files: files.length, brokenLines }));
  return EXIT.ok;
}

/** Of many files one may be closed, or gone by now. */
function sayUnreadable(error: unknown): void {
  if (!(error instanceof JuiceError)) throw error;
  warn(error.message);
}
