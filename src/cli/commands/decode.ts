/** `tinyjuice decode [FILE|-]`: the text that another form stands for. */
import { MAX_DOCUMENT_BYTES } from '../../compressors/compressor.js';
import { JuiceError } from '../../errors.js';
import { streamOf } from '../../source/input-stream.js';
import { openFile, openStdin } from '../../source/open-input.js';
import { defineCommand } from '../command.js';
import { EXIT } from '../exit.js';
import { isReaderGone, writeNow } from '../output-now.js';

export default defineCommand({
  name: 'decode',
  usage: '[FILE|-]',
  about:
    'Gives back the text that was written in another form, byte for byte. Nothing is stored for it: the form is enough.',
  flags: [],
  async run({ words }) {
    const [path = '-', ...more] = words;
    if (more.length > 0) throw new JuiceError('BAD_USE', 'decode takes one file. Write: tinyjuice decode out.txt');
    const form = await readInput(path);
    const { decodeText, loadFormsIn } = await import('../../forms.js');
    const text = form.toString('utf8');
    await loadFormsIn(text);
    const decoded = decodeText(text);
    const place = path === '-' ? 'stdin' : path;
    if ('message' in decoded)
      throw new JuiceError(
        'BAD_USE',
        `${place}:${decoded.line}: ${decoded.message}. Give it as tinyjuice reduce has written it.`,
      );
    try {
      const rest = writeNow(Buffer.from(decoded.original, 'utf8'));
      if (rest.length > 0) await (await import('../output.js')).writeRest(rest);
    } catch (error) {
      if (!isReaderGone(error)) throw error;
    }
    return EXIT.ok;
  },
});

/** @throws {JuiceError} for what is no file, larger than any form is, or a terminal. */
async function readInput(path: string): Promise<Buffer> {
  const input = path === '-' ? openStdin() : openFile(path);
  if (path === '-' && input.stats?.isCharacterDevice() && (await import('node:tty')).isatty(0))
    throw new JuiceError('BAD_USE', 'there is nothing to decode: stdin is a terminal. Write: tinyjuice decode out.txt');
  const parts: Buffer[] = [];
  let size = 0;
  const source = streamOf(input, { ofNode: () => process.stdin, ahead: undefined, chunkBytes: 65_536 });
  for await (const part of source as AsyncIterable<Buffer>) {
    parts.push(part);
    size += part.length;
    if (size > MAX_DOCUMENT_BYTES)
      throw new JuiceError('BAD_USE', `${path}: no text as large as this was ever given another form.`);
  }
  return Buffer.concat(parts);
}
