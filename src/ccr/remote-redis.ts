/** Originals in a Redis that several machines use. */
import { createClient, RESP_TYPES } from '@redis/client';
import type { RemoteEngine } from './remote.js';

export interface RedisOptions {
  readonly signal: AbortSignal;
  readonly connectMs: number;
}

/** By which version of an entry's form: another one would not be read. */
const keyOf = (token: string): string => `tinyjuice:original:1:${token}`;

/** Connects, until told to stop. Rejects where that fails. The connection keeps no process alive. */
export async function openRedis(url: string, { signal, connectMs }: RedisOptions): Promise<RemoteEngine> {
  const client = createClient({
    url,
    disableOfflineQueue: true,
    socket: { connectTimeout: connectMs, reconnectStrategy: false },
  });
  signal.addEventListener('abort', () => client.isOpen && client.destroy());
  client.on('error', () => undefined); // whoever asks is told
  await client.connect();
  client.unref();
  const asBytes = { typeMapping: { [RESP_TYPES.BLOB_STRING]: Buffer } };
  return {
    async put(token, file, ttlSecs) {
      await client.sendCommand(['SET', keyOf(token), file, 'EX', `${ttlSecs}`]);
    },
    async get(token) {
      const found: unknown = await client.sendCommand(['GET', keyOf(token)], asBytes);
      return Buffer.isBuffer(found) ? found : undefined;
    },
  };
}
