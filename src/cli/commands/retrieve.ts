/** `tinyjuice retrieve TOKEN`: the original, byte for byte. */
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { remarksOn } from '../../ccr/entry.js';
import { markGiven } from '../../ccr/given.js';
import { checkPattern, grepEntry } from '../../ccr/grep.js';
import { parseRange, rangeAround } from '../../ccr/range.js';
import type { Entry, Part } from '../../ccr/read.js';
import { checkToken } from '../../ccr/token.js';
import { openRemotes } from '../../engine/remotes.js';
import { callRetrieve, findAnywhere, hiddenLines, type Places } from '../../engine/retrieve-tool.js';
import { JuiceError } from '../../errors.js';
import { redacted } from '../../juice/redacted.js';
import { statOf } from '../../source/open-input.js';
import { defineCommand } from '../command.js';
import type { Environment } from '../env.js';
import { EXIT } from '../exit.js';
import type { Flags } from '../flags.js';
import { finishOutput, openOutput } from '../output.js';
import { isReaderGone, warn } from '../output-now.js';
import { printJson } from '../print.js';
import { remember } from '../remember.js';
import { openSetup } from '../setup.js';

export default defineCommand({
  name: 'retrieve',
  usage: 'TOKEN…',
  about: 'Gives back originals that were reduced, or a part of them, byte for byte.',
  flags: ['lines', 'bytes', 'grep', 'around', 'context', 'hidden', 'json'],
  async run({ words, flags, environment }) {
    if (words.length === 0)
      throw new JuiceError(
        'BAD_USE',
        'retrieve: no token is given. Write: tinyjuice retrieve tj_… (it stands in the last line of the output).',
      );
    const asked = readAsked(flags);
    words.forEach(checkToken);
    const run = { asked, places: await openPlaces(environment), environment };
    const give = flags.json ? giveJson : giveBytes;
    let code = EXIT.ok;
    for (const [index, token] of words.entries()) {
      try {
        if ((await give(token, run)) === 'gone') break;
      } catch (error) {
        // The others are there; the last one's error is told by whoever tells all errors.
        if (!(error instanceof JuiceError) || error.code !== 'NOT_FOUND' || index === words.length - 1) throw error;
        warn(error.message);
        code = EXIT.notFound;
      }
    }
    return code;
  },
});

interface Run {
  readonly asked: Asked;
  readonly places: Places & { readonly recordStats: boolean };
  readonly environment: Environment;
}

/** What became of one original: its reader may have had enough. */
type Given = 'given' | 'gone';

/** @throws {JuiceError} NOT_FOUND also where there is nothing of what is asked for. */
async function giveBytes(token: string, { asked, places, environment }: Run): Promise<Given> {
  const entry = await findAnywhere(token, places);
  const { part, grep: pattern, context } = asked;
  const search = asked.isHidden
    ? hiddenLines(entry)
    : pattern === undefined
      ? undefined
      : grepEntry(entry, { pattern, contextLines: context ?? 0 });
  for (const remark of remarksOn(entry)) warn(`${token} ${remark}`);
  if (asked.isHidden && entry.hidden()?.isCut)
    warn(`${token}: more was left out than is remembered; this is the first part.`);
  markGiven(places.dirs[0] ?? '', statOf(1), Date.now());
  let bytes = 0;
  let given: Given = 'given';
  try {
    const output = openOutput(1);
    const found = search?.stream ?? entry.stream(part);
    const source = places.redactOutput ? Readable.from(redacted(found, {}), { objectMode: false }) : found;
    source.on('data', (chunk: Buffer) => {
      bytes += chunk.length;
    });
    await pipeline(source, output, { end: false });
    await finishOutput(output);
  } catch (error) {
    if (!isReaderGone(error)) throw error;
    given = 'gone';
  }
  await remember({ kind: 'retrieve', host: 'cli', original: token, bytes }, environment, places.recordStats);
  if (given === 'given' && bytes === 0) throwNothing(entry, asked);
  if (given === 'given' && pattern !== undefined && search?.matchCount() === 0)
    throw new JuiceError('NOT_FOUND', `--grep: no line of ${token} matches.`);
  return given;
}

function throwNothing({ token, lines, bytes }: Entry, { flag, text }: Asked): void {
  if (flag === 'bytes')
    throw new JuiceError('NOT_FOUND', `--bytes ${text}: ${token} ends before. It has ${bytes} bytes.`);
  if (flag === 'lines' || flag === 'around')
    throw new JuiceError('NOT_FOUND', `--${flag} ${text}: ${token} ends before. It has ${lines} lines.`);
}

/** The answer that a host's tool gets, on one line. */
async function giveJson(token: string, { asked, places, environment }: Run): Promise<Given> {
  const { flag, text, context, isHidden } = asked;
  const value = flag === 'around' ? Number(text) : text;
  const args = { token, ...(flag === undefined ? {} : { [flag]: value }), context, hidden: isHidden };
  const answer = await callRetrieve(args, places);
  await printJson(answer);
  if (!answer.found) throw new JuiceError(answer.code, answer.message);
  const bytes = Buffer.byteLength(answer.text);
  await remember({ kind: 'retrieve', host: 'cli', original: token, bytes }, environment, places.recordStats);
  return 'given';
}

/** What was kept before a change of the folder can still be had back. */
async function openPlaces(environment: Environment): Promise<Run['places']> {
  const { storeDirs, loaded } = await openSetup(environment);
  const { ccr, recordStats, redactOutput } = loaded.settings;
  const remote = await openRemotes({ now: Date.now, variables: environment.all })(ccr.remote);
  return { dirs: storeDirs, ttlSecs: ccr.ttlSecs, remote, recordStats, redactOutput };
}

/** What of the original is wanted. */
interface Asked {
  /** The flag that says so, and its value. */
  readonly flag: 'lines' | 'bytes' | 'grep' | 'around' | undefined;
  readonly text: string | undefined;
  readonly part: Part;
  readonly grep: string | undefined;
  readonly context: number | undefined;
  readonly isHidden: boolean;
}

/** @throws {JuiceError} BAD_FLAG for a bad range, a bad pattern, or for two flags of which each asks for another part. */
function readAsked({ lines, bytes, grep, around, context, hidden }: Flags): Asked {
  const given = Object.entries({ lines, bytes, grep, around, hidden: hidden || undefined }).filter(
    ([, value]) => value !== undefined,
  );
  if (given.length > 1)
    throw new JuiceError('BAD_FLAG', `${given.map(([name]) => `--${name}`).join(' and ')}: give one of them.`);
  if (context !== undefined && grep === undefined && around === undefined)
    throw new JuiceError('BAD_FLAG', '--context: it goes with --grep or --around. Write --grep REGEX --context 3.');
  if (grep !== undefined) checkPattern(grep);
  const asked = { grep, context, isHidden: hidden === true };
  if (lines !== undefined)
    return { ...asked, flag: 'lines', text: lines, part: { lines: parseRange(lines, '--lines') } };
  if (bytes !== undefined)
    return { ...asked, flag: 'bytes', text: bytes, part: { bytes: parseRange(bytes, '--bytes') } };
  if (around !== undefined)
    return { ...asked, flag: 'around', text: `${around}`, part: { lines: rangeAround(around, '--around', context) } };
  return { ...asked, flag: grep === undefined ? undefined : 'grep', text: grep, part: {} };
}
