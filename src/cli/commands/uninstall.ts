/** `tinyjuice uninstall HOST`: takes us out of an agent's program. */
import { defineCommand } from '../command.js';

export default defineCommand({
  name: 'uninstall',
  usage: 'HOST',
  about:
    'Takes us out of a host: its files are as they were, or without our part where they have changed since. Originals and counts stay.',
  flags: ['project', 'dry-run'],
  run: async call => (await import('../host-work.js')).uninstall(call),
});
