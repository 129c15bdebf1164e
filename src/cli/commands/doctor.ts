/** `tinyjuice doctor`: what is set up, what is not, and how to mend it. */
import { join } from 'node:path';
import { profileFor, storeFor } from '../../config/for-run.js';
import { CONFIG_FILE } from '../../custom/project.js';
import { loadPty } from '../../source/pty.js';
import { findPerl } from '../../source/session-leader.js';
import { type Call, defineCommand } from '../command.js';
import { placesOf } from '../custom-places.js';
import { checkConfig } from '../doctor/config.js';
import { type Check, type Finding, runChecks } from '../doctor/finding.js';
import { checkNode, checkPath, checkProfile, checkPty, checkShell } from '../doctor/machine.js';
import { checkRules } from '../doctor/rules.js';
import { pathShower } from '../doctor/shown-path.js';
import { checkStats, checkStore } from '../doctor/stores.js';
import { EXIT } from '../exit.js';
import { print, printJson } from '../print.js';
import { askedProfile, openSetup } from '../setup.js';

declare const TINYJUICE_VERSION: string;

export default defineCommand({
  name: 'doctor',
  usage: '[HOST|hooks]',
  about:
    'Says what is set up and what is not, here or in a host, each with a command that mends it. Exit code 1 where something is broken.',
  flags: ['json', 'project', 'live'],
  async run(call) {
    const findings = await runChecks(await (call.words.length > 0 ? checksOfHosts(call) : checksOf(call)));
    const isBroken = findings.some(({ state }) => state === 'broken');
    if (call.flags.json) await printJson({ isGood: !isBroken, findings });
    else await print(linesOf(findings));
    return isBroken ? EXIT.checkFailed : EXIT.ok;
  },
});

async function checksOfHosts(call: Call): Promise<readonly Check[]> {
  const { environment } = call;
  const { loaded } = await openSetup(environment, { say: () => undefined });
  return (await import('../host-work.js')).hostChecks(call, (host, installed) => {
    const flags = installed === undefined || environment.profile !== undefined ? {} : { profile: installed };
    const profile = askedProfile(flags, environment);
    return profileFor(loaded, { profile, agent: environment.agent ?? host, host });
  });
}

async function checksOf({ environment }: Call): Promise<readonly Check[]> {
  const { all, shell } = environment;
  const { loaded, storeDir } = await openSetup(environment, { isWhole: true, say: () => undefined });
  const show = pathShower(all);
  const now = Date.now;
  const today = new Date(now()).toISOString().slice(0, 10);
  const store = storeFor(loaded.settings, { usualDir: storeDir, now });
  const isWanted = environment.recordStats && loaded.settings.recordStats;
  return [
    { name: 'node', run: () => [checkNode(process.version)] },
    { name: 'tinyjuice', run: () => [{ name: 'tinyjuice', state: 'ok', says: TINYJUICE_VERSION }] },
    { name: 'path', run: () => [checkPath({ script: process.argv[1] ?? '', path: all.PATH })] },
    {
      name: 'config',
      run: () => [checkConfig(loaded.problems.length, join(environment.configFolder, CONFIG_FILE), show)],
    },
    { name: 'profile', run: () => [checkProfile(environment.profile, loaded.settings)] },
    { name: 'rules', run: () => checkRules(placesOf(environment), () => performance.now(), show) },
    { name: 'store', run: () => checkStore(store, show) },
    {
      name: 'remote',
      run: async () => (await import('../doctor/remote.js')).checkRemote(loaded.settings.ccr.remote, environment),
    },
    { name: 'stats', run: () => checkStats({ dir: environment.eventsFolder, isWanted, today }, show) },
    { name: 'pty', run: () => checkPty(loadPty(import.meta.url), findPerl()) },
    { name: 'shell', run: () => [checkShell(shell, show)] },
  ];
}

function linesOf(findings: readonly Finding[]): readonly string[] {
  const width = Math.max(...findings.map(({ name }) => name.length));
  return findings.flatMap(({ name, state, says, repair }) => [
    `${state.padEnd('disabled'.length)}  ${name.padEnd(width)}  ${says}`,
    ...(repair === undefined ? [] : [`${' '.repeat('disabled'.length + width + 4)}repair: ${repair}`]),
  ]);
}
