/** `install`, `uninstall`, `setup` and what `doctor` says of hosts: a bundle of its own in dist, for no run that reduces needs it. */
import { JuiceError } from '../errors.js';
import { apply, planInstall, planUninstall } from '../hosts/apply.js';
import type { Host } from '../hosts/host.js';
import type { Call } from './command.js';
import type { Check } from './doctor/finding.js';
import { checkOf, checksOfAll, type ProfileOf } from './doctor/hosts.js';
import { EXIT } from './exit.js';
import { allHosts, isThere, journalDir, namedHost, onPath, ownProgram, placesFor } from './host-places.js';
import { changeLines } from './host-text.js';
import { print } from './print.js';

/** @throws {JuiceError} BAD_USE before anything is written. */
export async function install(call: Call): Promise<number> {
  const { flags, environment } = call;
  const host = await namedHost('install', call);
  const program = ownProgram(flags, environment);
  const places = placesFor(environment, { isProject: flags.project === true, program, profile: flags.profile });
  const place = { host: host.name, journalDir: journalDir(environment) };
  const extra = host.rewriting?.edits(places) ?? [];
  if (flags.rewrite === true && host.rewriting === undefined)
    throw new JuiceError('BAD_USE', `${host.name}: ${whyNoRewriting(host)}.`);
  const edits = [...host.edits(places), ...(flags.rewrite === true ? extra : [])];
  const changes = planInstall(edits, place, flags.rewrite === true ? [] : extra);
  if (!flags['dry-run']) apply(changes, place);
  const lines = changeLines(host, changes, flags['dry-run'] === true);
  if (host.next !== undefined && (changes.length > 0 || edits.length === 0)) lines.push(`next: ${host.next}`);
  if (onPath(environment) === undefined)
    lines.push(
      'tinyjuice is not found by its name, so an agent could not get anything back: nothing will be left out. Run npm link.',
    );
  await print(lines);
  return EXIT.ok;
}

function whyNoRewriting({ hook, whyNoRewriting: why }: Host): string {
  if (why !== undefined || hook !== undefined)
    return why ?? 'what a command has printed is replaced there afterwards, so none is rewritten';
  return 'it has no hook that could rewrite a command';
}

/** @throws {JuiceError} BAD_USE before anything is written. */
export async function uninstall(call: Call): Promise<number> {
  const { flags, environment } = call;
  const host = await namedHost('uninstall', call);
  const asked = { isProject: flags.project === true, program: 'tinyjuice', profile: undefined };
  const place = { host: host.name, journalDir: journalDir(environment) };
  const places = placesFor(environment, asked);
  const changes = planUninstall([...host.edits(places), ...(host.rewriting?.edits(places) ?? [])], place);
  if (!flags['dry-run']) apply(changes, place);
  await print(changeLines(host, changes, flags['dry-run'] === true));
  return EXIT.ok;
}

/** Installs into every host that seems to be here. One whose file cannot be used stops none of the others. */
export async function setUp(call: Call): Promise<number> {
  const { flags, environment } = call;
  const asked = { isProject: false, program: ownProgram(flags, environment), profile: flags.profile };
  const places = placesFor(environment, asked);
  const here = (await allHosts()).filter(host => !host.isOfProjects && isThere(host, places, environment));
  const lines = here.length > 0 ? [] : ['no host that we know is found here'];
  let isGood = true;
  for (const host of here) {
    const place = { host: host.name, journalDir: journalDir(environment) };
    try {
      const changes = planInstall(host.edits(places), place);
      if (!flags['dry-run']) apply(changes, place);
      lines.push(...changeLines(host, changes, flags['dry-run'] === true));
      if (host.next !== undefined && changes.length > 0) lines.push(`${host.name}: ${host.next}`);
    } catch (error) {
      if (!(error instanceof JuiceError)) throw error;
      lines.push(`${host.name}: ${error.message}`);
      isGood = false;
    }
  }
  await print(lines);
  return isGood ? EXIT.ok : EXIT.checkFailed;
}

/** What `doctor HOST` looks at, or `doctor hooks`. @throws {JuiceError} BAD_USE for another word. */
export async function hostChecks(call: Call, profileOf: ProfileOf): Promise<readonly Check[]> {
  const { words, flags, environment } = call;
  const options = { environment, profileOf, isProject: flags.project === true, isLive: flags.live === true };
  if (words.length === 1 && words[0] === 'hooks') return checksOfAll(options);
  return [checkOf(await namedHost('doctor', call), options)];
}
