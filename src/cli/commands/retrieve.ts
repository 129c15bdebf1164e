/** `tinyjuice retrieve TOKEN`: the original, byte for byte. */
import { pipeline } from 'node:stream/promises';
import { openEntry } from '../../ccr/read.js';
import { JuiceError } from '../../errors.js';
import type { LineRange } from '../../line.js';
import { defineCommand } from '../command.js';
import { EXIT } from '../exit.js';
import { isReaderGone, openOutput } from '../output.js';

export default defineCommand({
  name: 'retrieve',
  usage: 'TOKEN',
  about: 'Gives back an original that was reduced, or a part of it, byte for byte.',
  flags: ['lines', 'bytes'],
  async run({ words, flags, environment }) {
    const [token, ...more] = words;
    if (token === undefined || more.length > 0)
      throw new JuiceError(
        'BAD_USE',
        'retrieve takes one token. Write: tinyjuice retrieve tj_… (it stands in the last line of the output).',
      );
    if (flags.lines !== undefined && flags.bytes !== undefined)
      throw new JuiceError('BAD_FLAG', '--lines and --bytes: give one of them.');
    const entry = openEntry(environment.storeDir, token);
    const part =
      flags.lines !== undefined
        ? { lines: readRange('lines', flags.lines) }
        : flags.bytes !== undefined
          ? { bytes: readRange('bytes', flags.bytes) }
          : {};
    try {
      await pipeline(entry.stream(part), openOutput(1), { end: false });
    } catch (error) {
      if (!isReaderGone(error)) throw error;
    }
    return EXIT.ok;
  },
});

/** Reads `A-B`, `A` or `A-`, counted from 1. */
function readRange(flag: string, text: string): LineRange {
  const found = /^(\d{1,15})(-(\d{1,15})?)?$/.exec(text);
  const from = Number(found?.[1]);
  const to = found?.[2] === undefined ? from : found[3] === undefined ? Infinity : Number(found[3]);
  if (found === null || from < 1 || to < from)
    throw new JuiceError('BAD_FLAG', `--${flag}: "${text}" is no range. Write --${flag} 45-164, counted from 1.`);
  return { from, to };
}
