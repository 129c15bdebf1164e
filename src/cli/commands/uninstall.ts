/** `tinyjuice uninstall HOST`: takes us out of an agent's program. */
import { apply, planUninstall } from '../../hosts/apply.js';
import { defineCommand } from '../command.js';
import { EXIT } from '../exit.js';
import { journalDir, namedHost, placesFor } from '../host-places.js';
import { changeLines } from '../host-text.js';
import { print } from '../print.js';

export default defineCommand({
  name: 'uninstall',
  usage: 'HOST',
  about:
    'Takes us out of a host: its files are as they were, or without our part where they have changed since. Originals and counts stay.',
  flags: ['project', 'dry-run'],
  async run(call) {
    const { flags, environment } = call;
    const host = await namedHost('uninstall', call);
    const places = placesFor(environment, {
      isProject: flags.project === true,
      program: 'tinyjuice',
      profile: undefined,
    });
    const place = { host: host.name, journalDir: journalDir(environment) };
    const changes = planUninstall(host.edits(places), place);
    if (!flags['dry-run']) apply(changes, place);
    await print(changeLines(host, changes, flags['dry-run'] === true));
    return EXIT.ok;
  },
});
