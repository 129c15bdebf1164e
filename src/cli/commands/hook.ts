/** `tinyjuice hook HOST`: what a host runs after its tools. Its first half is `cli/hook-gate.ts`. */
import { sha256Of } from '../../ccr/sha256.js';
import { profileFor } from '../../config/for-run.js';
import { openedBook } from '../../juice/sight.js';
import { findCommand } from '../../source/command-path.js';
import { quoteWord } from '../../text/quote-word.js';
import { defineCommand } from '../command.js';
import { EXIT, leaveAfter } from '../exit.js';
import type { Waiting } from '../hook-gate.js';
import { writeNow } from '../output-now.js';
import { remember } from '../remember.js';
import { askedProfile, openSetup } from '../setup.js';
import { sinceStartMs } from '../since-start.js';

/** Well below what any host waits: its own text is better than none. */
const DEADLINE_MS = 6_000;

export default defineCommand({
  name: 'hook',
  usage: 'HOST',
  about:
    'For hosts: reads what a tool has given, and answers with a smaller text where there is one. Always ends with 0.',
  flags: ['profile'],
  async run({ words, flags }) {
    const { names, taken } = await import('../hook-gate.js');
    const waiting = taken();
    if (waiting !== undefined) {
      const stop = leaveAfter(Math.max(1, DEADLINE_MS - sinceStartMs()));
      // A fault of ours leaves the host its own text. Once it is written, half an answer would be none.
      await answer(waiting, flags.profile, stop).catch(() => undefined);
      stop();
      return EXIT.ok;
    }
    const name = words[0] ?? '';
    const what = names.includes(name) ? `is run by ${name} itself` : `takes one of ${names.join(', ')}`;
    process.stderr.write(`tinyjuice: hook ${what}. Write: tinyjuice install HOST\n`);
    return EXIT.ok;
  },
});

type Asked = ReturnType<typeof askedProfile>;

async function answer(waiting: Waiting, installed: string | undefined, onAnswer: () => void): Promise<void> {
  const { environment } = waiting;
  // What the environment says goes before what was said when the hook was installed.
  const asked = environment.profile ?? installed;
  const profile = askedProfile(asked === undefined ? {} : { profile: asked }, environment);
  if (profile === 'off') return;
  if (waiting.kind === 'output') await answerOutput(waiting, profile, onAnswer);
  else await answerCall(waiting, profile, onAnswer);
}

async function answerOutput(
  { host, hook, payload, output, environment }: Extract<Waiting, { kind: 'output' }>,
  profile: Asked,
  onAnswer: () => void,
): Promise<void> {
  const { reduceCall } = await import('../../hosts/reduce-call.js');
  const at = output.cwd === undefined ? environment : { ...environment, cwd: output.cwd };
  const setup = await openSetup(at, { say: () => undefined });
  const { agent } = environment;
  const canRetrieve = isOnPath('tinyjuice', environment.all.PATH);
  const reduced = await reduceCall(output, { hook, host, setup, profile, agent, canRetrieve, now: Date.now });
  if (reduced === undefined) return;
  const { text, report, profile: used } = reduced;
  onAnswer();
  await writeAll(Buffer.from(`${JSON.stringify(hook.answer(payload, text))}\n`, 'utf8'));
  await remember(
    {
      kind: 'run',
      host,
      session: hashOf(output.session),
      agent: hashOf(output.agent),
      reports: [report],
      profile: used,
      exit: { code: text.exitCode, signal: undefined },
    },
    environment,
    setup.loaded.settings.recordStats,
  );
  if (setup.loaded.settings.ccr.remote && report.recovery)
    await (await import('../share.js')).share(setup, [report], environment);
}

/** Only what tests, builds and logs print is worth another command. */
async function answerCall(
  { host, rewriting, call, payload, environment }: Extract<Waiting, { kind: 'call' }>,
  asked: Asked,
  onAnswer: () => void,
): Promise<void> {
  if (!isOnPath('tinyjuice', environment.all.PATH)) return;
  const { isWorthWrapping } = await import('../../hosts/worth-wrapping.js');
  const at = call.cwd === undefined ? environment : { ...environment, cwd: call.cwd };
  const setup = await openSetup(at, { say: () => undefined });
  const known = profileFor(setup.loaded, { profile: asked, agent: environment.agent ?? host, host });
  if (known === 'off' || !(await isWorthWrapping(call.command, (await setup.book()) ?? openedBook()))) return;
  const { rewritten } = await import('../rewrite-work.js');
  const profile = known === 'light' ? known : undefined;
  const command = rewritten({ rewriting, call, environment, program: ownWords(), profile });
  if (command === undefined) return;
  onAnswer();
  await writeAll(Buffer.from(`${JSON.stringify(rewriting.answer(payload, command))}\n`, 'utf8'));
}

/** As we were run ourselves, for what has worked here will work there. */
function ownWords(): string {
  const script = process.argv[1] ?? '';
  return (script.endsWith('.js') ? [process.execPath, script] : [script]).map(quoteWord).join(' ');
}

/** A host's word may be a user's too. */
const hashOf = (word: string | undefined): string | undefined =>
  word === undefined ? undefined : sha256Of(Buffer.from(word, 'utf8')).slice(0, 12);

async function writeAll(bytes: Buffer): Promise<void> {
  const rest = writeNow(bytes);
  if (rest.length > 0) await (await import('../output.js')).writeRest(rest);
}

/** What the last line of our texts tells to run. */
function isOnPath(program: string, path: string | undefined): boolean {
  try {
    findCommand(program, path);
    return true;
  } catch {
    return false; // not there, or not to be run
  }
}
