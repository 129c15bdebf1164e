/** `tinyjuice reduce-json [FILE|-]`: the JSON protocol of DESIGN §9. */
import { JuiceError } from '../../errors.js';
import { defineCommand } from '../command.js';
import { EXIT } from '../exit.js';

export default defineCommand({
  name: 'reduce-json',
  usage: '[FILE|-]',
  about: 'Answers a request in JSON with JSON: for hosts. With --lines one request a line, as long as they come.',
  flags: ['ndjson'],
  async run({ words, flags, environment }) {
    const [path, ...more] = words;
    if (more.length > 0)
      throw new JuiceError(
        'BAD_USE',
        `reduce-json takes one file, not ${words.length}. Write one request a line, and --lines.`,
      );
    const { answerAll, answerOne } = await import('../json-session.js');
    const session = { path: path === '-' ? undefined : path, environment };
    if (flags.ndjson) return answerAll(session);
    return (await answerOne(session)) ? EXIT.ok : EXIT.wrongUse;
  },
});
