/** `tinyjuice rm TOKEN…`: removes originals. */
import { removeEntry } from '../../ccr/list.js';
import { checkToken } from '../../ccr/token.js';
import { JuiceError } from '../../errors.js';
import { defineCommand } from '../command.js';
import { EXIT } from '../exit.js';
import { warn } from '../output-now.js';
import { storeFolders } from '../store-folders.js';

export default defineCommand({
  name: 'rm',
  usage: 'TOKEN…',
  about: 'Removes originals. Exit code 3 where one of them was not there.',
  flags: [],
  async run({ words, environment }) {
    if (words.length === 0) throw new JuiceError('BAD_USE', 'rm: no token is given. See which there are: tinyjuice ls');
    words.forEach(checkToken);
    const { dirs } = await storeFolders(environment);
    const missing = words.filter(token => dirs.filter(dir => removeEntry(dir, token)).length === 0);
    for (const token of missing) warn(`no stored output has the token ${token}.`);
    return missing.length > 0 ? EXIT.notFound : EXIT.ok;
  },
});
