/** `tinyjuice install HOST`: plugs us into an agent's program. */
import { apply, planInstall } from '../../hosts/apply.js';
import { defineCommand } from '../command.js';
import { EXIT } from '../exit.js';
import { journalDir, namedHost, onPath, ownProgram, placesFor } from '../host-places.js';
import { changeLines } from '../host-text.js';
import { print } from '../print.js';

export default defineCommand({
  name: 'install',
  usage: 'HOST',
  about: 'Has a host hand its tool outputs to us. Changes nothing else of its settings; uninstall takes it back.',
  flags: ['local', 'project', 'profile', 'dry-run'],
  async run(call) {
    const { flags, environment } = call;
    const host = await namedHost('install', call);
    const program = ownProgram(flags, environment);
    const places = placesFor(environment, { isProject: flags.project === true, program, profile: flags.profile });
    const place = { host: host.name, journalDir: journalDir(environment) };
    const edits = host.edits(places);
    const changes = planInstall(edits, place);
    if (!flags['dry-run']) apply(changes, place);
    const lines = changeLines(host, changes, flags['dry-run'] === true);
    if (host.next !== undefined && (changes.length > 0 || edits.length === 0)) lines.push(`next: ${host.next}`);
    if (onPath(environment) === undefined)
      lines.push(
        'tinyjuice is not found by its name, so an agent could not get anything back: nothing will be left out. Run npm link.',
      );
    await print(lines);
    return EXIT.ok;
  },
});
