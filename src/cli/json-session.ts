/** Requests of the JSON protocol from a file or stdin, answers on stdout. */
import type { Writable } from 'node:stream';
import { type MemoryTier, openMemory } from '../ccr/memory.js';
import { type Engine, openEngine } from '../engine/engine.js';
import { openRemotes } from '../engine/remotes.js';
import { streamOf } from '../source/input-stream.js';
import { openFile, openStdin } from '../source/open-input.js';
import type { Environment } from './env.js';
import { EXIT } from './exit.js';
import { finishOutput, openOutput } from './output.js';
import { isReaderGone, warn } from './output-now.js';
import { printJson } from './print.js';
import { remember } from './remember.js';
import { askedProfile, openSetup, type Setup } from './setup.js';

/** Where requests come from, and what holds for all of them. */
export interface Session {
  /** Undefined: stdin. */
  readonly path: string | undefined;
  readonly environment: Environment;
}

const CHUNK_BYTES = 262_144;
const NEWLINE = 0x0a;
/** Folders of one session for which it is remembered what has been said of their settings. */
const MAX_FOLDERS = 64;

/** One request. False: it was none. @throws {JuiceError} NO_FILE, BAD_USE. */
export async function answerOne(session: Session): Promise<boolean> {
  const { MAX_PAYLOAD_BYTES, tooLarge } = await import('../engine/request.js');
  const parts: Buffer[] = [];
  let size = 0;
  for await (const chunk of inputOf(session)) {
    parts.push(chunk);
    size += chunk.length;
    if (size > MAX_PAYLOAD_BYTES) break;
  }
  const engine = engineOf(session);
  const answer = size > MAX_PAYLOAD_BYTES ? tooLarge() : await answerBytes(engine, Buffer.concat(parts));
  await printJson(answer);
  return !('error' in answer);
}

/** One request a line until the input ends. A line that is none gets an error, and the session goes on. */
export async function answerAll(session: Session): Promise<number> {
  const { MAX_PAYLOAD_BYTES, tooLarge } = await import('../engine/request.js');
  const engine = engineOf(session, openMemory());
  const output = openOutput(1);
  let failure: Error | undefined;
  output.on('error', error => {
    failure ??= error;
  });
  try {
    for await (const line of linesOf(inputOf(session), MAX_PAYLOAD_BYTES)) {
      if (line?.every(isBlank)) continue;
      await put(output, line === undefined ? tooLarge() : await answerBytes(engine, line));
      if (failure !== undefined) throw failure;
    }
    await finishOutput(output);
  } catch (error) {
    if (!isReaderGone(error)) throw error;
  }
  return EXIT.ok;
}

/**
 * What is set is looked at for each request: a session need not start again for it.
 * @param memory of a session, in which originals can be asked for again.
 */
function engineOf({ environment }: Session, memory?: MemoryTier): Engine {
  // A word that is no profile is told once, not as an answer to each request.
  askedProfile({}, environment);
  const known = new Map<string | undefined, Setup>();
  const remoteOf = openRemotes({ now: Date.now, variables: environment.all });
  return openEngine({
    async open(cwd) {
      const of = cwd === undefined ? environment : { ...environment, cwd };
      const setup = await openSetup(of, { isWhole: true, last: known.get(cwd)?.loaded });
      if (known.size >= MAX_FOLDERS) known.clear();
      known.set(cwd, setup);
      return { ...setup, memory, remote: await remoteOf(setup.loaded.settings.ccr.remote) };
    },
    onReport({ exitCode, profile, ms, ...report }) {
      const exit = { code: exitCode, signal: undefined };
      // Whether it is wanted has been asked for this request.
      remember({ kind: 'run', host: 'reduce-json', reports: [report], profile, exit, ms }, environment);
    },
    onRetrieve({ token, bytes }) {
      remember({ kind: 'retrieve', host: 'reduce-json', original: token, bytes }, environment);
    },
    onWarning: warn,
    now: Date.now,
  });
}

/** What JSON has for blanks: a line of anything else waits for an answer. */
const isBlank = (byte: number): boolean => byte === 0x20 || byte === 0x09 || byte === 0x0d;

type Answer = Awaited<ReturnType<Engine['reduceJson']>>;

async function answerBytes(engine: Engine, bytes: Buffer): Promise<Answer> {
  const { failure, readJson } = await import('../engine/request.js');
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return failure('the payload is not UTF-8');
  }
  const read = readJson(text);
  return 'error' in read ? read : engine.reduceJson(read.value);
}

const put = (output: Writable, answer: Answer): Promise<void> =>
  new Promise((resolve, reject) => {
    output.write(`${JSON.stringify(answer)}\n`, error => (error ? reject(error) : resolve()));
  });

function inputOf({ path }: Session): AsyncIterable<Buffer> {
  const input = path === undefined ? openStdin() : openFile(path);
  return streamOf(input, { ofNode: () => process.stdin, chunkBytes: CHUNK_BYTES });
}

/** Lines without their ends; undefined for one that is longer than `maxBytes`, which is not held. */
async function* linesOf(source: AsyncIterable<Buffer>, maxBytes: number): AsyncGenerator<Buffer | undefined> {
  let held: Buffer[] = [];
  let size = 0;
  const take = (): Buffer | undefined => {
    const line = size > maxBytes ? undefined : Buffer.concat(held);
    held = [];
    size = 0;
    return line;
  };
  for await (const chunk of source) {
    let from = 0;
    for (let end = chunk.indexOf(NEWLINE); end >= 0; end = chunk.indexOf(NEWLINE, from)) {
      held.push(chunk.subarray(from, end));
      size += end - from;
      yield take();
      from = end + 1;
    }
    size += chunk.length - from;
    if (size > maxBytes) held = [];
    else held.push(chunk.subarray(from));
  }
  if (size > 0) yield take();
}
