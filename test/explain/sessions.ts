/** Sessions as agents record them, for tests: the forms of their lines, with outputs of ours in them. */

export interface Ran {
  readonly id: string;
  readonly command: string;
  readonly output: string;
  readonly exitCode: number;
}

const jsonl = (lines: readonly unknown[]): string => lines.map(line => `${JSON.stringify(line)}\n`).join('');

/** Claude Code: an assistant's `tool_use`, a user's `tool_result`; a failed command's text begins with its code. */
export const claudeSession = (ran: readonly Ran[]): string =>
  jsonl([
    { type: 'summary', summary: 'a session', leafUuid: 'x' },
    { type: 'user', message: { role: 'user', content: 'please run the tests' } },
    ...ran.flatMap(({ id, command, output, exitCode }, at) => [
      {
        type: 'assistant',
        sessionId: 's',
        message: {
          role: 'assistant',
          content: [
            { type: 'text', text: 'so' },
            { type: 'tool_use', id, name: 'Bash', input: { command } },
          ],
        },
      },
      {
        type: 'user',
        sessionId: 's',
        message: {
          role: 'user',
          content: [
            {
              type: 'tool_result',
              tool_use_id: id,
              is_error: exitCode !== 0,
              content: told(exitCode === 0 ? output : `Exit code ${exitCode}\n${output}`, at),
            },
          ],
        },
      },
    ]),
  ]);

/** Text, or a block with text in it: both are seen. */
const told = (text: string, at: number): unknown => (at % 2 === 0 ? text : [{ type: 'text', text }]);

/** Codex of today: `exec_command` with a header above the output. */
export const codexSession = (ran: readonly Ran[]): string =>
  jsonl([
    { timestamp: '2026-11-20T10:00:00Z', type: 'session_meta', payload: { id: 's', cwd: '/repo', source: 'exec' } },
    ...ran.flatMap(({ id, command, output, exitCode }) => [
      record({ type: 'function_call', name: 'exec_command', call_id: id, arguments: JSON.stringify({ cmd: command }) }),
      { timestamp: '2026-11-20T10:00:01Z', type: 'event_msg', payload: { type: 'token_count' } },
      record({
        type: 'function_call_output',
        call_id: id,
        output: `Chunk ID: 7f\nWall time: 0.12 seconds\nProcess exited with code ${exitCode}\nOriginal token count: 7\nOutput:\n${output}`,
      }),
    ]),
  ]);

/** Codex of before: `shell` with its words, the output as JSON in a text. */
export const oldCodexSession = (ran: readonly Ran[]): string =>
  jsonl(
    ran.flatMap(({ id, command, output, exitCode }) => [
      record({
        type: 'function_call',
        name: 'shell',
        call_id: id,
        arguments: JSON.stringify({ command: ['bash', '-lc', command] }),
      }),
      record({
        type: 'function_call_output',
        call_id: id,
        output: JSON.stringify({ output, metadata: { exit_code: exitCode, duration_seconds: 0.2 } }),
      }),
    ]),
  );

const record = (payload: object) => ({ timestamp: '2026-11-20T10:00:00Z', type: 'response_item', payload });

/** TinyHarness: messages with roles; a call need not have an id. */
export const harnessSession = (ran: readonly Ran[]): string =>
  jsonl([
    { type: 'meta', id: 's', working_dir: '/repo', mode: 'Agent' },
    { type: 'message', role: 'User', content: 'please run the tests' },
    ...ran.flatMap(({ command, output }) => [
      {
        type: 'message',
        role: 'Assistant',
        content: '',
        tool_calls: [{ function: { name: 'run', arguments: { command } } }],
      },
      { type: 'message', role: 'Tool', content: output },
    ]),
  ]);
