/** `tinyjuice untrust`: the rules and settings of a project do nothing from now on. */
import { findRoot, isWithin } from '../../custom/project.js';
import { readTrust, writeTrust } from '../../custom/trust.js';
import { JuiceError } from '../../errors.js';
import { printable } from '../../text/printable.js';
import { defineCommand } from '../command.js';
import { EXIT } from '../exit.js';
import { print } from '../print.js';
import { namedFolder } from '../project-root.js';

export default defineCommand({
  name: 'untrust',
  usage: '[FOLDER]',
  about: 'Takes trust back: the rules and settings of a project do nothing from now on.',
  flags: [],
  async run(call) {
    const { trustFile } = call.environment;
    const trust = new Map(readTrust(trustFile));
    const folder = namedFolder('untrust', call);
    // A project that is gone has no .tinyjuice any more.
    const root = findRoot(folder) ?? [...trust.keys()].find(known => isWithin(folder, known)) ?? folder;
    if (!trust.delete(root))
      throw new JuiceError('NOT_FOUND', `${printable(root, 400)} is not trusted. See: tinyjuice trust --list`);
    writeTrust(trustFile, trust);
    await print([`${printable(root, 400)} is not trusted any more: its rules and settings do nothing.`]);
    return EXIT.ok;
  },
});
