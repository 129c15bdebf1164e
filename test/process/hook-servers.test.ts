import { describe, expect, test } from 'vitest';
import { ask, every, hooked, SILENT } from './ask-hook.js';
import { folder, tinyjuice } from './cli.js';
import { passedTests as CARGO } from './samples.js';

const rows = Array.from({ length: 80 }, (_, id) => ({ id, state: 'open', title: `number ${id}` }));
const text = JSON.stringify(rows, undefined, 2);

/** Hosts of which only servers' outputs can be replaced. */
describe.each(every.filter(({ hook }) => hook?.only === 'servers'))('$name', host => {
  test('rows that a server gives are written in an exact other form', async () => {
    const { got = '', err } = await ask({ host, text });
    expect([err, got.length < text.length / 2]).toEqual(['', true]);
    expect((await tinyjuice(['decode'], { input: got })).text).toBe(text);
  });

  test('says nothing to prose, to a failure, or to another host', async () => {
    expect(await ask({ host, text: CARGO })).toEqual(SILENT);
    const { payload = {}, variables = {} } = host.hook?.sample({ command: '', text, exitCode: 0, folder }) ?? {};
    const read = (but: object) => host.hook?.read({ ...payload, ...but }, variables);
    expect(read({})).toMatchObject({ tool: 'other', text });
    const failed = JSON.stringify({ content: [{ type: 'text', text }], isError: true });
    const odd = [{ tool_output: failed }, { tool_output: '{' }, { tool_name: 'Shell' }, { cursor_version: undefined }];
    expect(odd.map(read)).toEqual(odd.map(() => undefined));
    for (const key of Object.keys(payload))
      for (const value of [null, 1, 'x', [], {}]) expect(() => read({ [key]: value })).not.toThrow();
    for (const other of hooked) expect(other.hook?.read(payload, variables)).toBeUndefined();
  });
});

test('copilot-cli: a server’s tool is known by its name, and its text goes back alone', async () => {
  const host = hooked.find(({ name }) => name === 'copilot-cli');
  const toolResult = { resultType: 'success', textResultForLlm: text };
  const payload = { sessionId: 's', cwd: '/', toolName: 'tracker-rows', toolArgs: {}, toolResult };
  expect(host?.hook?.read(payload, {})).toMatchObject({ tool: 'other', name: 'tracker-rows', text });
  expect(host?.hook?.answer(payload, { text: 'less', exitCode: undefined })).toEqual({
    modifiedResult: { resultType: 'success', textResultForLlm: 'less' },
  });
  const odd = [
    { toolName: 'view' },
    { toolResult: { ...toolResult, resultType: 'failure' } },
    { toolResult: { ...toolResult, textResultForLlm: 'Output too large to read at once (340.7 KB). Saved to: /x' } },
  ];
  for (const but of odd) expect(host?.hook?.read({ ...payload, ...but }, {})).toBeUndefined();
});
