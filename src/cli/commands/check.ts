/** `tinyjuice check RAW OUT`: does OUT say the truth about RAW? */
import { closeSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { check } from '../../check/check.js';
import type { Verdict } from '../../check/verdict.js';
import { JuiceError } from '../../errors.js';
import { streamOf } from '../../source/input-stream.js';
import { openFile, openStdin } from '../../source/open-input.js';
import { defineCommand } from '../command.js';
import { EXIT } from '../exit.js';
import { print, printJson } from '../print.js';
import { openSetup } from '../setup.js';

export default defineCommand({
  name: 'check',
  usage: 'RAW|- OUT|-',
  about: 'Checks that every line of OUT stands in RAW or is a mark that says the truth about it.',
  flags: ['json'],
  async run({ words, flags, environment }) {
    const [raw, out, ...more] = words;
    if (raw === undefined || out === undefined || more.length > 0)
      throw new JuiceError('BAD_USE', 'check takes two files. Write: tinyjuice check raw.txt out.txt');
    if (raw === '-' && out === '-') throw new JuiceError('BAD_USE', 'check: stdin can be one of the two, not both.');
    const setup = await openSetup(environment);
    const files = openFiles(environment.temporaryFolders);
    let verdict: Verdict;
    try {
      verdict = await check(await files.pathOf(raw), await files.pathOf(out), await setup.book());
    } finally {
      files.remove();
    }
    const { violation } = verdict;
    if (flags.json) await printJson(verdict);
    else if (violation === undefined) await print([`holds: ${verdict.shown} lines shown, ${verdict.omitted} left out`]);
    else await print([`${out}:${violation.line}: ${violation.message}`]);
    return violation === undefined ? EXIT.ok : EXIT.checkFailed;
  },
});

const CHUNK_BYTES = 262_144;

/** Files are read more than once: what comes out of a pipe is written down meanwhile. */
function openFiles(temporaryFolders: readonly string[]) {
  let folder: string | undefined;
  let count = 0;
  return {
    /** @throws {JuiceError} NO_FILE; what the system says of a disk that is full. */
    async pathOf(path: string): Promise<string> {
      const input = path === '-' ? openStdin() : openFile(path);
      if (path !== '-' && input.stats?.isFile()) {
        closeSync(input.descriptor);
        return path;
      }
      folder ??= mkdtempSync(join(temporaryFolders[0] ?? '', 'tinyjuice-check-'));
      count += 1;
      const copy = join(folder, `${count}`);
      const descriptor = openSync(copy, 'wx', 0o600);
      try {
        for await (const chunk of streamOf(input, { ofNode: () => process.stdin, chunkBytes: CHUNK_BYTES }))
          writeAll(descriptor, chunk as Buffer);
      } finally {
        closeSync(descriptor);
      }
      return copy;
    },
    remove(): void {
      if (folder !== undefined) rmSync(folder, { recursive: true, force: true });
    },
  };
}

function writeAll(descriptor: number, chunk: Buffer): void {
  for (let at = 0; at < chunk.length; ) at += writeSync(descriptor, chunk, at);
}
