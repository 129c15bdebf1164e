/**
 * The first half of `tinyjuice hook HOST`, a bundle of its own in dist: reads what a host tells, and finds out whether there
 * is anything to do, before anything else is loaded. A host must not notice us: whatever happens, the exit code is 0, and
 * stdout gets nothing but an answer.
 */
import { constants, fstatSync, openSync, readSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { errnoOf } from '../errors.js';
import { hookedHosts as hosts } from '../generated/hooked-hosts.js';
import type { Hook, Host, Payload, Rewriting, ShellCall, ToolOutput } from '../hosts/host.js';
import { fieldsOf } from '../hosts/values.js';
import { type Environment, readEnvironment } from './env.js';
import { isThere } from './is-there.js';
import { sinceStartMs } from './since-start.js';

/** A tool's output that may be worth a look, or a command before it runs. */
export type Waiting = Asked &
  (
    | { readonly kind: 'output'; readonly hook: Hook; readonly output: ToolOutput }
    | { readonly kind: 'call'; readonly rewriting: Rewriting; readonly call: ShellCall }
  );

interface Asked {
  readonly host: string;
  readonly payload: Payload;
  /** Words behind the host's name. */
  readonly words: readonly string[];
  readonly environment: Environment;
}

/** Below this nothing is reduced unless something else is set. */
const MIN_CHARS = 512;
const MIN_CHARS_EVER = 64;

const MAX_PAYLOAD_BYTES = 134_217_728;
const CHUNK_BYTES = 65_536;
/** How long a host may take to say what it has to say. */
const MAX_WAIT_MS = 3_000;

/** Hosts that run us. */
export const names: readonly string[] = Object.keys(hosts);

let waiting: Waiting | undefined;

/** What `enter` has found. */
export const taken = (): Waiting | undefined => waiting;

/** @param run loads the rest. It is called where there may be something to do, or where a person has asked. */
export async function enter(words: readonly string[], run: () => void): Promise<void> {
  try {
    const [name = '', ...rest] = words;
    const load = Object.hasOwn(hosts, name) ? hosts[name] : undefined;
    if (load === undefined || rest.includes('--help') || isTerminal()) return run();
    const host = (await load()).default;
    const environment = readEnvironment();
    if (host.hook === undefined || environment.profile === 'off') return;
    const payload = readPayload();
    if (payload === undefined) return;
    waiting = waitingOf(host, { host: name, payload, words: rest, environment });
    if (waiting !== undefined) run();
  } catch (error) {
    void error; // the host keeps its own text
  }
}

/** Undefined: there is nothing to do. */
function waitingOf({ hook, rewriting }: Host, asked: Asked): Waiting | undefined {
  const { payload, environment } = asked;
  const output = hook?.read(payload, environment.all);
  if (hook !== undefined && output !== undefined)
    return isSmall(output, environment) ? undefined : { kind: 'output', ...asked, hook, output };
  const call = rewriting?.read(payload, environment.all);
  return rewriting === undefined || call === undefined ? undefined : { kind: 'call', ...asked, rewriting, call };
}

/** Undefined: it is no JSON object, or there is too much of it. */
function readPayload(): Payload | undefined {
  const parts: Buffer[] = [];
  const end = sinceStartMs() + MAX_WAIT_MS;
  const input = openInput();
  for (let size = 0; size <= MAX_PAYLOAD_BYTES; ) {
    const part = readPart(input, end);
    if (part === undefined) return undefined;
    size += part.length;
    parts.push(part);
    if (part.length === 0) return objectIn(Buffer.concat(parts));
    // A host that forgets to close the pipe would hold us up until it loses patience.
    if (part.length < CHUNK_BYTES && /\}\s*$/.test(part.toString('latin1', Math.max(0, part.length - 8)))) {
      const payload = objectIn(Buffer.concat(parts));
      if (payload !== undefined) return payload;
    }
  }
  return undefined;
}

/** stdin as a pipe that does not block: a host that never writes must not hold us up for ever. Else as it is. */
function openInput(): number {
  try {
    return openSync('/proc/self/fd/0', constants.O_RDONLY | constants.O_NONBLOCK);
  } catch {
    return 0; // a socket, or a system that has no such folder
  }
}

/** The next bytes of the input; none at its end; undefined where it fails, or they do not come in time. */
function readPart(input: number, endMs: number): Buffer | undefined {
  const part = Buffer.allocUnsafe(CHUNK_BYTES);
  for (;;) {
    try {
      return part.subarray(0, readSync(input, part));
    } catch (error) {
      if (errnoOf(error) === 'EOF') return part.subarray(0, 0);
      if (errnoOf(error) !== 'EAGAIN' || sinceStartMs() > endMs) return undefined;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1);
    }
  }
}

function objectIn(bytes: Buffer): Payload | undefined {
  try {
    const value: unknown = JSON.parse(bytes.toString('utf8'));
    return typeof value === 'object' ? fieldsOf(value) : undefined;
  } catch {
    return undefined; // cut, or no JSON
  }
}

function isSmall({ text, whole }: ToolOutput, { hasSettings, configFolder, trustFile }: Environment): boolean {
  if (whole !== undefined || text.length >= MIN_CHARS) return false;
  if (text.length < MIN_CHARS_EVER) return true;
  // `min_bytes_to_compress` may be lower.
  return !hasSettings && !isThere(join(configFolder, 'config.toml')) && !isThere(trustFile);
}

/** A person who tries it out. */
function isTerminal(): boolean {
  const stats = fstatSync(0);
  return stats.isCharacterDevice() && stats.rdev !== statSync('/dev/null', { throwIfNoEntry: false })?.rdev;
}
