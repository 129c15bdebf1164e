/** `tinyjuice install HOST`: plugs us into an agent's program. */
import { defineCommand } from '../command.js';

export default defineCommand({
  name: 'install',
  usage: 'HOST',
  about: 'Has a host hand its tool outputs to us. Changes nothing else of its settings; uninstall takes it back.',
  flags: ['local', 'project', 'profile', 'rewrite', 'dry-run'],
  run: async call => (await import('../host-work.js')).install(call),
});
