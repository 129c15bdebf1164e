/** `tinyjuice retrieve TOKEN`: the original, byte for byte. */
import { pipeline } from 'node:stream/promises';
import { grepEntry } from '../../ccr/grep.js';
import { parseRange } from '../../ccr/range.js';
import { findEntry, type Part } from '../../ccr/read.js';
import { JuiceError } from '../../errors.js';
import { defineCommand } from '../command.js';
import { EXIT } from '../exit.js';
import type { Flags } from '../flags.js';
import { finishOutput, openOutput } from '../output.js';
import { isReaderGone, warn } from '../output-now.js';
import { remember } from '../remember.js';
import { openSetup } from '../setup.js';

export default defineCommand({
  name: 'retrieve',
  usage: 'TOKEN',
  about: 'Gives back an original that was reduced, or a part of it, byte for byte.',
  flags: ['lines', 'bytes', 'grep', 'context'],
  async run({ words, flags, environment }) {
    const [token, ...more] = words;
    if (token === undefined || more.length > 0)
      throw new JuiceError(
        'BAD_USE',
        'retrieve takes one token. Write: tinyjuice retrieve tj_… (it stands in the last line of the output).',
      );
    const part = partOf(flags);
    const { storeDirs, loaded } = await openSetup(environment);
    const { ccr, recordStats } = loaded.settings;
    const entry = findEntry(storeDirs, token, ccr.ttlSecs);
    const grep =
      flags.grep === undefined
        ? undefined
        : grepEntry(entry, { pattern: flags.grep, contextLines: flags.context ?? 0 });
    if (entry.isPrefix) warn(`${token} holds the first ${entry.bytes} bytes: there the store failed.`);
    let bytes = 0;
    let isGone = false;
    try {
      const output = openOutput(1);
      const source = grep?.stream ?? entry.stream(part);
      source.on('data', (chunk: Buffer) => {
        bytes += chunk.length;
      });
      await pipeline(source, output, { end: false });
      await finishOutput(output);
    } catch (error) {
      if (!isReaderGone(error)) throw error;
      isGone = true;
    }
    await remember({ kind: 'retrieve', host: 'cli', original: token, bytes }, environment, recordStats);
    if (isGone) return EXIT.ok;
    if (bytes === 0 && flags.lines !== undefined)
      throw new JuiceError('NOT_FOUND', `--lines ${flags.lines}: ${token} ends before. It has ${entry.lines} lines.`);
    if (bytes === 0 && flags.bytes !== undefined)
      throw new JuiceError('NOT_FOUND', `--bytes ${flags.bytes}: ${token} ends before. It has ${entry.bytes} bytes.`);
    if (grep?.matchCount() === 0) throw new JuiceError('NOT_FOUND', `--grep: no line of ${token} matches.`);
    return EXIT.ok;
  },
});

/** @throws {JuiceError} BAD_FLAG for a bad range, or for two flags of which each asks for another part. */
function partOf({ lines, bytes, grep, context }: Flags): Part {
  const asked = Object.entries({ lines, bytes, grep }).filter(([, value]) => value !== undefined);
  if (asked.length > 1)
    throw new JuiceError('BAD_FLAG', `${asked.map(([name]) => `--${name}`).join(' and ')}: give one of them.`);
  if (context !== undefined && grep === undefined)
    throw new JuiceError('BAD_FLAG', '--context: it goes with --grep. Write --grep REGEX --context 3.');
  if (lines !== undefined) return { lines: parseRange(lines, '--lines') };
  return bytes === undefined ? {} : { bytes: parseRange(bytes, '--bytes') };
}
