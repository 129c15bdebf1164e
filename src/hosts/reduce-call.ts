/** What a host's tool has given → a text in its place. */
import { Readable } from 'node:stream';
import { openRecorder } from '../ccr/recorder.js';
import { parseCommand } from '../classify/command.js';
import { inlineCharsFor, profileFor, storeFor } from '../config/for-run.js';
import type { Loaded } from '../config/load.js';
import { decide } from '../engine/policy.js';
import type { AskedProfile, EngineSetup } from '../engine/settings.js';
import type { Reduced } from '../juice/reduced.js';
import type { RunOptions } from '../juice/run.js';
import { headFor, openedBook, openSight, type Sight } from '../juice/sight.js';
import { tuningOf } from '../juice/tuning.js';
import { reduceSeen } from '../juice/whole.js';
import type { Profile, Report, Shape } from '../line.js';
import type { Book } from '../rules/book.js';
import { openCollector } from '../sink/collector.js';
import { slicesOf } from '../source/slices.js';
import type { Hook, NewText, ToolOutput } from './host.js';
import { type FullOutput, readWhole } from './whole-text.js';

export interface CallOptions {
  readonly hook: Hook;
  /** The host's name: an agent's settings of that name hold, unless its subagent has its own. */
  readonly host: string;
  readonly setup: EngineSetup;
  /** What the environment or the installed command asks for. */
  readonly profile: AskedProfile | undefined;
  readonly agent: string | undefined;
  /** `tinyjuice retrieve` can be run in the agent's shell. */
  readonly canRetrieve: boolean;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

/** A text in place of the tool's, and what was done. */
export interface ReducedCall {
  readonly text: NewText;
  readonly report: Report;
  readonly profile: Profile;
}

/** Shapes of which something may be left out: of others, every row may be what the agent has asked for. */
const LOSSY_SHAPES: readonly (Shape | undefined)[] = ['verdict', 'stream'];

/** Below this an input is reduced without streams. */
const MAX_WHOLE_BYTES = 262_144;

/** Undefined: the host's own text is to stay. */
export async function reduceCall(output: ToolOutput, options: CallOptions): Promise<ReducedCall | undefined> {
  const { setup, hook } = options;
  const agent = agentFor(setup.loaded, [options.agent, output.agent, options.host]);
  const asked = { profile: options.profile, agent, host: options.host };
  const known = profileFor(setup.loaded, asked);
  if (known === 'off') return undefined;
  const book = (await setup.book()) ?? openedBook();
  if (!(await mayReduce(output, book, setup.loaded.settings.safeInventory))) return undefined;
  const full = readWhole(output);
  if (full === undefined) return undefined;
  const tuning = tuningOf(setup.loaded.settings, inlineCharsFor(setup.loaded, asked));
  const run = { ...tuning, book, command: output.command, onWarning: () => undefined };
  const sight = openSight(run);
  const head = full.bytes.subarray(0, headFor(tuning).bytes);
  const command = output.command === undefined ? undefined : await parseCommand(output.command);
  sight.see({ bytes: head, isWhole: head.length === full.bytes.length }, command);
  const profile = profileOf(known, { output, shape: sight.kind?.found?.shape, canRetrieve: options.canRetrieve });
  const store = storeFor(setup.loaded.settings, { usualDir: setup.storeDir ?? '', now: options.now });
  const { bytes, report } = await reduceBytes(full, sight, {
    ...run,
    profile,
    exit: async () => ({ code: full.exitCode, signal: undefined }),
    recorder: store === undefined || profile !== 'full' ? undefined : openRecorder(store),
  });
  // Of what is no shell's, only another exact form of the whole is certain to be what it was.
  if (output.tool === 'other' && report.compressor === undefined) return undefined;
  const text = bytes.toString('utf8');
  const isWorth = full.shownBytes - bytes.length >= hook.minSavedBytes;
  if (!isWorth || bytes.length > (output.maxBytes ?? hook.maxBytes)) return undefined;
  return { text: { text, exitCode: full.exitCode }, report, profile };
}

/** The first of the names for which something is set; else the last, which is the host's. */
const agentFor = ({ settings }: Loaded, names: readonly (string | undefined)[]): string | undefined =>
  names.find(name => name !== undefined && Object.hasOwn(settings.agents, name)) ?? names.at(-1);

interface Seen {
  readonly output: ToolOutput;
  readonly shape: Shape | undefined;
  readonly canRetrieve: boolean;
}

function profileOf(known: Profile | 'auto', { output, shape, canRetrieve }: Seen): 'full' | 'light' {
  if (output.tool === 'other' || !canRetrieve || known === 'light') return 'light';
  return known === 'full' || LOSSY_SHAPES.includes(shape) ? 'full' : 'light';
}

/** What was read on purpose is not, nor what nobody is sure of, nor what our own program has printed. */
async function mayReduce(output: ToolOutput, book: Book, safeInventory: boolean): Promise<boolean> {
  const { command, name, tool } = output;
  const toolName = tool === 'shell' ? 'shell' : name;
  const input = { toolName, ...(command === undefined ? {} : { command }) };
  const { rawReason } = await decide(input, { book, safeInventory, kind: undefined });
  if (tool === 'other') return rawReason === 'other-tool';
  if (rawReason !== undefined || command === undefined) return false;
  const { commands } = await parseCommand(command);
  return !commands.some(({ program }) => program === 'tinyjuice' || program === 'tokenjuice');
}

async function reduceBytes({ bytes }: FullOutput, sight: Sight, options: RunOptions): Promise<Reduced> {
  if (bytes.length <= MAX_WHOLE_BYTES) return reduceSeen(bytes, options, sight);
  const { juice } = await import('../juice.js');
  const out = openCollector();
  const report = await juice(Readable.from(slicesOf(bytes), { objectMode: false }), out.stream, options);
  return { bytes: Buffer.from(out.text(), 'utf8'), report };
}
