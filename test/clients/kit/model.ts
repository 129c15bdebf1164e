/** A model's server that follows a script, on the loopback alone. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import * as zlib from 'node:zlib';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { type Step, wires } from './wires.js';

/** A step of the script: a text, a tool, or a shell command by whatever name the client offers its shell. */
export type ScriptStep =
  | Step
  | { readonly shell: string; readonly more?: Readonly<Record<string, unknown>> }
  /** The first whose tool is offered: a subagent is offered fewer. */
  | { readonly either: readonly ScriptStep[] };

export interface Model {
  readonly port: number;
  /** Results of tools as the last request held them: what the model reads. */
  results(): readonly string[];
  /** Every result of any request, those of subagents among them. */
  everyResult(): readonly string[];
  /** Requests that offer tools, as text. */
  requests(): readonly string[];
  close(): void;
}

const said = { description: 'scripted' };

/** How each client's shell is called. */
const SHELLS: Readonly<Record<string, (command: string) => Readonly<Record<string, unknown>>>> = {
  Bash: command => ({ command, ...said }),
  bash: command => ({ command, ...said }),
  run_shell_command: command => ({ command, ...said, is_background: false }),
  exec_command: cmd => ({ cmd }),
  shell_command: command => ({ command }),
  run_commands: command => ({ commands: [command] }),
  Execute: command => ({ command, summary: 'scripted', riskLevel: 'low', riskLevelReason: 'scripted' }),
};

/**
 * Which step it is, is told by the results that a request holds: retries, titles and other requests on the side change nothing.
 */
export async function openModel(script: readonly ScriptStep[]): Promise<Model> {
  let last: readonly string[] = [];
  const every = new Set<string>();
  const requests: string[] = [];
  let count = 0;
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      const path = new URL(request.url ?? '/', 'http://x').pathname;
      const body = bodyOf(Buffer.concat(parts), request.headers['content-encoding']);
      const wire = wires.find(each => each.path.test(path));
      const json = (value: unknown, status = 200): void => {
        response.writeHead(status, { 'content-type': 'application/json' });
        response.end(JSON.stringify(value));
      };
      if (/count_tokens$/.test(path)) return json({ input_tokens: 1000 });
      if (/:countTokens$/.test(path)) return json({ totalTokens: 1000 });
      if (/\/models$/.test(path)) return json({ object: 'list', data: [{ id: 'fake', object: 'model' }], models: [] });
      if (wire === undefined || request.method === 'HEAD')
        return json({ error: { message: `no ${path}` } }, request.method === 'HEAD' ? 200 : 404);
      const tools = wire.tools(body);
      const results = wire.results(body);
      if (results.length >= last.length) last = results;
      for (const result of results) every.add(result);
      if (tools.length > 0) requests.push(JSON.stringify(body));
      const step =
        tools.length === 0 ? { text: 'ok' } : stepOf(script[Math.min(results.length, script.length - 1)], tools);
      const isWhole = body.stream !== true && !/stream/.test(path);
      count += 1;
      response.writeHead(200, { 'content-type': isWhole ? 'application/json' : 'text/event-stream; charset=utf-8' });
      response.end(wire.answer(step, { id: `fake${results.length}x${count}`, isWhole }));
    });
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    results: () => last,
    everyResult: () => [...every],
    requests: () => requests,
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}

function stepOf(step: ScriptStep | undefined, tools: readonly string[]): Step {
  if (step === undefined) return { text: 'done' };
  if ('either' in step)
    return (
      step.either.map(each => stepOf(each, tools)).find(each => 'tool' in each && tools.includes(each.tool)) ?? {
        text: 'done',
      }
    );
  if (!('shell' in step)) return step;
  const name = Object.keys(SHELLS).find(each => tools.includes(each)) ?? 'no-shell';
  return { tool: name, args: { ...SHELLS[name]?.(step.shell), ...step.more } };
}

function bodyOf(bytes: Buffer, encoding: string | undefined): Readonly<Record<string, unknown>> {
  const unpack = {
    gzip: gunzipSync,
    br: brotliDecompressSync,
    zstd: (zlib as { zstdDecompressSync?: (bytes: Buffer) => Buffer }).zstdDecompressSync,
  }[encoding ?? ''];
  try {
    return JSON.parse((unpack?.(bytes) ?? bytes).toString('utf8'));
  } catch {
    return {}; // no request of a model
  }
}
