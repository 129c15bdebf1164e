/** `tinyjuice explain`: which rule, why, and what would be left out. */
import { remarksOn } from '../../ccr/entry.js';
import { newestToken } from '../../ccr/newest.js';
import { durationOf, openEntry } from '../../ccr/read.js';
import { JuiceError } from '../../errors.js';
import { explainCommand } from '../../explain/command.js';
import { explainOutput, type Manifest } from '../../explain/manifest.js';
import { openedBook } from '../../juice/sight.js';
import { streamOf } from '../../source/input-stream.js';
import { openFile, openStdin } from '../../source/open-input.js';
import { quoteWord } from '../../text/quote-word.js';
import { type Call, defineCommand } from '../command.js';
import { EXIT } from '../exit.js';
import { commandLines, manifestLines } from '../explain-text.js';
import { warn } from '../output-now.js';
import { print, printJson } from '../print.js';
import { openSetup, runSetup } from '../setup.js';

const CHUNK_BYTES = 65_536;
const USAGE = 'Write: tinyjuice explain -- npm test, or explain --output FILE, or explain last';

export default defineCommand({
  name: 'explain',
  usage: '-- COMMAND | --output FILE | last',
  about: 'Says which rule a command or a text would meet, why, and what would be left out.',
  flags: ['output', 'command', 'exit-code', 'json'],
  async run(call) {
    const { words, flags, behind } = call;
    if (flags.output !== undefined) return explainFile(call, flags.output);
    for (const name of ['command', 'exit-code'] as const)
      if (flags[name] !== undefined) throw new JuiceError('BAD_FLAG', `--${name}: it goes with --output. ${USAGE}`);
    if (words.length === 1 && words[0] === 'last' && behind.length === 0) return explainLast(call);
    if (words.length === 0) throw new JuiceError('BAD_USE', `explain: there is nothing to explain. ${USAGE}`);
    return explainWords(call);
  },
});

async function explainWords({ words, flags, environment }: Call): Promise<number> {
  // One word with blanks is a command line, as in `explain -- 'cd app && npm test'`.
  const command = words.length === 1 ? (words[0] ?? '') : words.map(quoteWord).join(' ');
  const setup = await openSetup(environment);
  const { tuning } = runSetup(flags, environment, setup);
  const explained = await explainCommand((await setup.book()) ?? openedBook(), command, tuning);
  const recovery = { dir: setup.storeDir, ttlSecs: setup.loaded.settings.ccr.ttlSecs };
  if (flags.json) await printJson({ command, ...explained, recovery });
  else await print(commandLines(explained, recovery));
  return EXIT.ok;
}

async function explainFile({ words, flags, environment }: Call, path: string): Promise<number> {
  if (words.length > 0)
    throw new JuiceError('BAD_USE', `--output takes one file; the command goes behind --command. ${USAGE}`);
  const input = path === '-' ? openStdin() : openFile(path);
  const source = streamOf(input, { ofNode: () => process.stdin, chunkBytes: CHUNK_BYTES });
  const setup = await openSetup(environment);
  const { tuning, store } = runSetup(flags, environment, setup);
  const manifest = await explainOutput(source, {
    ...tuning,
    canOmit: store !== undefined,
    secrets: setup.loaded.settings.ccr.secrets,
    book: await setup.book(),
    command: flags.command,
    exitCode: flags['exit-code'],
  });
  return tell(manifest, flags.json === true);
}

async function explainLast({ flags, environment }: Call): Promise<number> {
  const setup = await openSetup(environment);
  const { ttlSecs } = setup.loaded.settings.ccr;
  const token = newestToken(setup.storeDir);
  if (token === undefined)
    throw new JuiceError(
      'NOT_FOUND',
      `nothing that was left out is stored here. Originals are kept for ${durationOf(ttlSecs)}.`,
    );
  const entry = openEntry(setup.storeDir, token, ttlSecs);
  const manifest = await explainOutput(entry.stream(), {
    ...runSetup(flags, environment, setup).tuning,
    secrets: setup.loaded.settings.ccr.secrets,
    book: await setup.book(),
    command: entry.program,
  });
  const { program, bytes, lines } = entry;
  for (const remark of remarksOn(entry)) warn(`${token} ${remark}`);
  const about = { token, program, bytes, lines };
  if (flags.json) return tell(manifest, true, about);
  await print([
    `last: ${token}, ${program ?? 'no command was told'}, ${bytes} bytes, ${lines} lines`,
    'Of the command only the program is stored, and not how it ended: told more, another rule or budget may have been used.',
  ]);
  return tell(manifest, false);
}

async function tell(manifest: Manifest, isJson: boolean, about: object = {}): Promise<number> {
  if (isJson) await printJson({ ...about, ...manifest.report, omitted: manifest.omitted, counts: manifest.counts });
  else await print(manifestLines(manifest));
  return EXIT.ok;
}
