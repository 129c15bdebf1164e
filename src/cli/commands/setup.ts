/** `tinyjuice setup`: plugs us into every agent's program that is found here. */
import { JuiceError } from '../../errors.js';
import { defineCommand } from '../command.js';

export default defineCommand({
  name: 'setup',
  usage: '',
  about: 'Installs into every host that is found here. --dry-run shows what would change.',
  flags: ['local', 'profile', 'dry-run'],
  async run(call) {
    if (call.words.length > 0)
      throw new JuiceError(
        'BAD_USE',
        'setup takes no names: it looks for hosts by itself. Write: tinyjuice install HOST',
      );
    return (await import('../host-work.js')).setUp(call);
  },
});
