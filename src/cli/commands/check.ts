/** `tinyjuice check RAW OUT`: does OUT say the truth about RAW? */
import { closeSync } from 'node:fs';
import { check } from '../../check/check.js';
import { JuiceError } from '../../errors.js';
import { openFile } from '../../source/open-input.js';
import { defineCommand } from '../command.js';
import { EXIT } from '../exit.js';
import { print, printJson } from '../print.js';
import { openSetup } from '../setup.js';

export default defineCommand({
  name: 'check',
  usage: 'RAW OUT',
  about: 'Checks that every line of OUT stands in RAW or is a mark that says the truth about it.',
  flags: ['json'],
  async run({ words, flags, environment }) {
    const [raw, out, ...more] = words;
    if (raw === undefined || out === undefined || more.length > 0)
      throw new JuiceError('BAD_USE', 'check takes two files. Write: tinyjuice check raw.txt out.txt');
    for (const path of [raw, out]) {
      const { descriptor, stats } = openFile(path);
      closeSync(descriptor);
      if (!stats?.isFile())
        throw new JuiceError(
          'BAD_USE',
          `${path}: check reads a file twice, and this is a pipe. Write it into a file first.`,
        );
    }
    const setup = await openSetup(environment);
    const verdict = await check(raw, out, await setup.book());
    const { violation } = verdict;
    if (flags.json) await printJson(verdict);
    else if (violation === undefined) await print([`holds: ${verdict.shown} lines shown, ${verdict.omitted} left out`]);
    else await print([`${out}:${violation.line}: ${violation.message}`]);
    return violation === undefined ? EXIT.ok : EXIT.checkFailed;
  },
});
