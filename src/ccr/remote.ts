/**
 * A store that several machines share: what one has kept, another can have back. An extra: whatever fails here costs a second
 * at the most, and nothing else.
 */
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { errnoOf } from '../errors.js';
import { entryIn } from './read.js';
import type { Variables } from './remote-s3.js';
import { TOKEN } from './token.js';

/** One kind of store behind a URL. Its methods may fail, and may take as long as they like. */
export interface RemoteEngine {
  put(token: string, file: Buffer, ttlSecs: number): Promise<void>;
  get(token: string): Promise<Buffer | undefined>;
}

/** No method rejects. */
export interface Remote {
  /** Shares the entry of a folder. */
  share(dir: string, token: string, ttlSecs: number): Promise<void>;
  /** An entry's file, not looked at; undefined: it is not there, or nobody answers. */
  find(token: string): Promise<Buffer | undefined>;
  /** Asks for a token that nobody has. @returns why that fails; undefined: it does not. */
  fault(): Promise<string | undefined>;
}

/** Larger entries, as they are stored, stay where they are. */
const MAX_SHARED_BYTES = 64 * 1024 * 1024;
/** For all that one call does. */
const MAX_WAIT_MS = 1_000;
/** After a failure nobody is asked for so long. */
const PAUSE_MS = 30_000;
const NOBODYS = 'tj_0000000000';

/** What an engine needs from outside. */
export interface RemoteParts {
  readonly now: () => number;
  readonly variables: Variables;
}

/** @param url `redis:`, `rediss:`, `s3:`, `s3+https:`, `s3+http:` or `file:`. Nothing is opened before the first call. */
export function openRemote(url: string, parts: RemoteParts): Remote {
  const { now } = parts;
  let opening: { readonly engine: Promise<RemoteEngine>; stop(): void } | undefined;
  let pausedUntilMs = Number.NEGATIVE_INFINITY;
  let failure: unknown;
  const ask = async <Result>(work: (engine: RemoteEngine) => Promise<Result>): Promise<Result | undefined> => {
    if (now() < pausedUntilMs) return undefined;
    opening ??= startEngine(url, parts);
    const { engine, stop } = opening;
    try {
      return await inTime(engine.then(work));
    } catch (error) {
      // It is told by nothing that is missing: what is here is not touched.
      failure = error;
      opening = undefined;
      pausedUntilMs = now() + PAUSE_MS;
      stop();
      return undefined;
    }
  };
  return {
    async share(dir, token, ttlSecs) {
      const file = fileOf(join(dir, token), token);
      if (file === undefined) return;
      await ask(engine => engine.put(token, file, ttlSecs));
    },
    async find(token) {
      return TOKEN.test(token) ? ask(engine => engine.get(token)) : undefined;
    },
    async fault() {
      await ask(engine => engine.get(NOBODYS));
      return failure === undefined ? undefined : wordFor(failure);
    },
  };
}

/** The system's own word goes before a message, which may name what is nobody else's. */
function wordFor(error: unknown): string {
  const cause = error instanceof Error ? error.cause : undefined;
  return errnoOf(error) ?? errnoOf(cause) ?? (error instanceof Error ? error.message : 'unknown reason');
}

function startEngine(url: string, parts: RemoteParts) {
  const controller = new AbortController();
  const engine = openEngine(url, controller.signal, parts);
  engine.catch(() => undefined); // it is told to whoever waits for it
  return { engine, stop: () => controller.abort() };
}

async function openEngine(url: string, signal: AbortSignal, { now, variables }: RemoteParts): Promise<RemoteEngine> {
  if (url.startsWith('file:')) return (await import('./remote-folder.js')).openSharedFolder(url, now);
  if (url.startsWith('s3'))
    return (await import('./remote-s3.js')).openS3(url, { signal, variables, maxBytes: MAX_SHARED_BYTES });
  return (await import('./remote-redis.js')).openRedis(url, { signal, connectMs: MAX_WAIT_MS });
}

/** Undefined for what is not to be shared, or has gone already. */
function fileOf(path: string, token: string): Buffer | undefined {
  try {
    if (statSync(path).size > MAX_SHARED_BYTES) return undefined;
    const file = readFileSync(path);
    // A file that is only referred to is on this machine alone.
    return entryIn(file, token).reference === undefined ? file : undefined;
  } catch {
    return undefined;
  }
}

/** Rejects when it takes too long. */
function inTime<Result>(work: Promise<Result>): Promise<Result> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error('no answer in time')), MAX_WAIT_MS);
  });
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}
