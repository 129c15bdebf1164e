/** What `doctor HOST` and `doctor hooks` look at. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { JuiceError } from '../../errors.js';
import { checkHost, type HostFinding, installedCommand, rewritingEdits } from '../../hosts/check.js';
import { joinRules } from '../../hosts/command-rules.js';
import type { Host, Places } from '../../hosts/host.js';
import { fieldsOf } from '../../hosts/values.js';
import { quoteWord } from '../../text/quote-word.js';
import type { Environment } from '../env.js';
import { allHosts, canRun, isThere, onPath, placesFor } from '../host-places.js';
import { placesOfRules, rulesFor } from '../rewrite-work.js';
import type { Check, Finding } from './finding.js';
import { pathShower } from './shown-path.js';

/**
 * The profile that a host's hook runs with.
 * @param installed what its command names.
 * @throws {JuiceError} BAD_FLAG where the environment names none that there is.
 */
export type ProfileOf = (host: string, installed: string | undefined) => string;

export interface HostCheckOptions {
  readonly environment: Environment;
  readonly profileOf: ProfileOf;
  readonly isProject: boolean;
  readonly isLive: boolean;
}

/** Longer than any host waits for us. */
const LIVE_MS = 15_000;

/** Of the hosts that seem to be on this machine. */
export async function checksOfAll(options: HostCheckOptions): Promise<readonly Check[]> {
  const places = placesOf(options);
  const here = (await allHosts()).filter(
    host => (options.isProject || !host.isOfProjects) && isThere(host, places, options.environment),
  );
  if (here.length > 0) return here.map(host => checkOf(host, options));
  return [{ name: 'hooks', run: () => [{ name: 'hooks', state: 'warn', says: 'no host that we know is found here' }] }];
}

export function checkOf(host: Host, options: HostCheckOptions): Check {
  const { environment, isLive } = options;
  const { name } = host;
  const places = placesOf(options);
  const named = (finding: HostFinding): Finding => ({ name, ...finding });
  return {
    name,
    run() {
      const found = checkHost(host, {
        places,
        canRun: program => canRun(program, environment.all.PATH),
        show: pathShower(environment.all),
      });
      const isRun = host.hook !== undefined && found.every(({ state }) => state === 'ok' || state === 'warn');
      const off = isRun ? offFinding(host, installedCommand(host, places), options) : undefined;
      return [
        ...found.map(named),
        ...(off === undefined ? [] : [named(off)]),
        ...(isRun && onPath(environment) === undefined ? [named(UNRETRIEVABLE)] : []),
        ...rewritingFindings(host, options).map(named),
        ...(isRun && isLive && off === undefined
          ? [named(live(host, installedCommand(host, places), environment))]
          : []),
      ];
    },
  };
}

/** Whether it is our own settings that have the hook say nothing. */
function offFinding(
  { name }: Host,
  command: string | undefined,
  { environment, profileOf }: HostCheckOptions,
): HostFinding | undefined {
  const installed = / --profile (\w+)/.exec(command ?? '')?.[1];
  const nothing = 'the hook says nothing';
  try {
    if (profileOf(name, installed) !== 'off') return undefined;
  } catch (error) {
    if (!(error instanceof JuiceError)) throw error;
    return { state: 'broken', says: `TINYJUICE names no profile: ${nothing}`, repair: 'unset TINYJUICE' };
  }
  if (environment.profile === 'off')
    return { state: 'disabled', says: `TINYJUICE=off: ${nothing}`, repair: 'unset TINYJUICE' };
  if (installed === 'off')
    return { state: 'disabled', says: `installed with --profile off: ${nothing}`, repair: `tinyjuice install ${name}` };
  return { state: 'disabled', says: `its profile is off in our settings: ${nothing}`, repair: 'tinyjuice config' };
}

/** What the user's own rules leave of it. */
function rewritingFindings(host: Host, options: HostCheckOptions): readonly HostFinding[] {
  const { rewriting } = host;
  const { environment } = options;
  if (rewriting === undefined || rewritingEdits(host, placesOf(options)).length === 0) return [];
  const places = placesOfRules(environment, environment.cwd ?? process.cwd());
  const found = rulesFor({ ...rewriting, started: undefined }, places, environment.all);
  if (found.kind === 'unread') return [{ state: 'disabled', says: `no command is rewritten: ${found.why}` }];
  const { allow, ask, deny } = joinRules(found.rules);
  const looked = `rewriting looks at ${allow.length} rules that allow, ${ask.length} that ask and ${deny.length} that deny: a command that one of the last two could mean runs as it is written`;
  const rule = rewriting.allowRule(`${quoteWord(onPath(environment) ?? 'tinyjuice')} wrap -- npm test`);
  if (mayAllow(allow)) return [{ state: 'ok', says: looked }];
  const says = `${looked}, and so does, unless the host asks for nothing, one whose rewritten form no rule allows, as ${rule} would`;
  return [{ state: 'warn', says }];
}

/** Whether some rewritten command may be allowed: by a rule for it, or by one for us and one for the command itself. */
function mayAllow(allow: readonly string[]): boolean {
  const ours = allow.filter(rule => /tinyjuice(?:\.js)?['"]? wrap|dist\/cli\.js['"]? wrap/.test(rule));
  if (ours.some(rule => /wrap .*?-- *[^\s*]/.test(rule)) || allow.some(rule => /^\s*\*/.test(rule))) return true;
  return ours.length > 0 && ours.length < allow.length;
}

const UNRETRIEVABLE: HostFinding = {
  state: 'warn',
  says: 'no tinyjuice is found by its name: an agent could get nothing back, so nothing is left out',
  repair: 'npm link',
};

const placesOf = ({ environment, isProject }: HostCheckOptions): Places =>
  placesFor(environment, { isProject, program: 'tinyjuice', profile: undefined });

const LOG = `${'the same line of a log, again and again, until nobody reads it any more\n'.repeat(200)}the end of it\n`;
const ROWS = JSON.stringify(
  Array.from({ length: 80 }, (_, id) => ({ id, state: 'open', title: id === 79 ? 'the end of it' : `number ${id}` })),
);

/** Runs the very command that stands in the host's settings, on an output that any version makes smaller. */
function live(host: Host, command: string | undefined, environment: Environment): HostFinding {
  const { hook } = host;
  if (hook === undefined || command === undefined)
    return { state: 'warn', says: 'nothing to be run: its hook is no command' };
  const text = hook.only === 'servers' ? ROWS : LOG;
  const folder = mkdtempSync(join(tmpdir(), 'tinyjuice-doctor-'));
  const { payload, variables, files = {} } = hook.sample({ command: './service --verbose', text, exitCode: 0, folder });
  for (const [path, content] of Object.entries(files)) writeFileSync(path, content);
  const run = spawnSync('sh', ['-c', command], {
    input: JSON.stringify(payload),
    // It is no work of anybody's, so it is neither counted nor kept.
    env: { ...environment.all, ...variables, TINYJUICE_RECORD_STATS: '0', TINYJUICE_CCR_ENABLED: '0' },
    encoding: 'utf8',
    timeout: LIVE_MS,
  });
  rmSync(folder, { recursive: true, force: true });
  if (run.status !== 0)
    return {
      state: 'broken',
      says: `the hook ended with ${run.status ?? run.signal}`,
      repair: `tinyjuice install ${host.name}`,
    };
  const answer = answerIn(run.stdout);
  const got = answer === undefined ? undefined : hook.textOf(answer);
  const isGood = typeof got === 'string' && got.length < text.length && got.includes('the end of it');
  if (isGood) return { state: 'ok', says: `the hook answers: ${text.length} characters became ${got.length}` };
  return {
    state: 'broken',
    says: 'the hook gives no answer of the form that the host takes',
    repair: 'tinyjuice doctor',
  };
}

function answerIn(text: string): Readonly<Record<string, unknown>> | undefined {
  try {
    return fieldsOf(JSON.parse(text));
  } catch {
    return undefined; // told by the caller
  }
}
