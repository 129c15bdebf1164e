// A server of one tool, `rows`, that gives a list of like objects as JSON.
import { createInterface } from 'node:readline';

const rows = Array.from({ length: 80 }, (_, id) => ({
  id,
  state: id % 7 === 0 ? 'closed' : 'open',
  title: `number ${id}`,
}));
const send = message => process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
const answers = {
  initialize: params => ({
    protocolVersion: params?.protocolVersion ?? '2025-06-18',
    capabilities: { tools: {} },
    serverInfo: { name: 'tracker', version: '1.0.0' },
  }),
  'tools/list': () => ({
    tools: [{ name: 'rows', description: 'Lists rows.', inputSchema: { type: 'object', properties: {} } }],
  }),
  'tools/call': () => ({ content: [{ type: 'text', text: JSON.stringify({ rows }, undefined, 2) }] }),
  ping: () => ({}),
};

createInterface({ input: process.stdin }).on('line', line => {
  const { id, method, params } = JSON.parse(line);
  if (id === undefined) return;
  const answer = answers[method];
  send(
    answer === undefined ? { id, error: { code: -32601, message: `no ${method}` } } : { id, result: answer(params) },
  );
});
