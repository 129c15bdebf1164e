/**
 * Originals in an object store that speaks S3's protocol. Nothing there is removed by us: how long objects are kept is for the
 * bucket's own life cycle to say.
 */
import { AwsClient } from 'aws4fetch';
import type { RemoteEngine } from './remote.js';

/** Where the keys are looked for that are not in the URL: `AWS_ACCESS_KEY_ID` and its like. */
export type Variables = Readonly<Record<string, string | undefined>>;

export interface S3Options {
  readonly signal: AbortSignal;
  readonly variables: Variables;
  /** What is larger is not one of ours. */
  readonly maxBytes: number;
}

const NOT_FOUND = 404;
const USUAL_REGION = 'us-east-1';

/**
 * Connects with the first call only.
 * @param url `s3://BUCKET/PREFIX` of Amazon's own, `s3+https://HOST:PORT/BUCKET/PREFIX` of any other; `?region=`, and keys
 * before an `@`, percent-encoded.
 * @throws where no keys are given.
 */
export function openS3(url: string, { signal, variables, maxBytes }: S3Options): RemoteEngine {
  const { region, folder, keys } = readUrl(new URL(url), variables);
  const client = new AwsClient({ ...keys, region, service: 's3', retries: 0 });
  const call = (token: string, init: RequestInit): Promise<Response> =>
    client.fetch(`${folder}/tinyjuice/original/1/${token}`, { ...init, signal, redirect: 'error' });
  return {
    async put(token, file) {
      const response = await call(token, { method: 'PUT', body: file });
      await response.body?.cancel();
      if (!response.ok) throw new Error(`the store answers ${response.status}`);
    },
    async get(token) {
      const response = await call(token, { method: 'GET' });
      const isTooLarge = Number(response.headers.get('content-length')) > maxBytes;
      if (response.ok && !isTooLarge) return Buffer.from(await response.arrayBuffer());
      await response.body?.cancel();
      if (response.ok || response.status === NOT_FOUND) return undefined;
      throw new Error(`the store answers ${response.status}`);
    },
  };
}

function readUrl(url: URL, variables: Variables) {
  const { protocol, host, pathname, username, password, searchParams } = url;
  const region = searchParams.get('region') ?? (variables.AWS_REGION || variables.AWS_DEFAULT_REGION || USUAL_REGION);
  const path = pathname.replace(/\/+$/, '');
  return {
    region,
    folder: `${originOf({ protocol, host, region })}${path}`,
    keys: keysOf(username, password, variables),
  };
}

/** With the bucket, where that is a part of the name: Amazon's certificate holds for names without a dot. */
function originOf({ protocol, host, region }: { protocol: string; host: string; region: string }): string {
  if (protocol !== 's3:') return `${protocol.slice('s3+'.length)}//${host}`;
  const amazon = `s3.${region}.amazonaws.com`;
  return host.includes('.') ? `https://${amazon}/${host}` : `https://${host}.${amazon}`;
}

function keysOf(username: string, password: string, variables: Variables) {
  if (username !== '')
    return { accessKeyId: decodeURIComponent(username), secretAccessKey: decodeURIComponent(password) };
  const { AWS_ACCESS_KEY_ID: accessKeyId, AWS_SECRET_ACCESS_KEY: secretAccessKey, AWS_SESSION_TOKEN } = variables;
  if (!accessKeyId || !secretAccessKey) throw new Error('no keys are given');
  return { accessKeyId, secretAccessKey, ...(AWS_SESSION_TOKEN ? { sessionToken: AWS_SESSION_TOKEN } : {}) };
}
