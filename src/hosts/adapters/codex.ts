import { defineHost, type Json, type Places, type Recorded } from '../host.js';
import { fieldsOf, onlyText, textOf } from '../values.js';

/** A longer answer is put into a file, and cut in its middle. */
const MAX_BYTES = 9_500;
/** What a session's record holds of one output at most: of a longer one, it is a part. */
const MAX_RECORDED_BYTES = 64_000;

const HOME = { variable: 'CODEX_HOME', home: '.codex' };

const fileOf = ({ project, user }: Places): string => project?.('.codex', 'hooks.json') ?? user(HOME, 'hooks.json');

export default defineHost({
  name: 'codex',
  title: 'Codex CLI',
  source: 'Codex CLI 0.169.0, driven offline, and the schemas in it (2026-11-20)',
  tested: 'run',
  about:
    'Replaces shell output, of failed commands too, and what MCP tools give. Its screen shows such a call as blocked by a hook: the model reads our text, with the exit code.',
  signs: ({ user }) => ({ programs: ['codex'], folders: [user(HOME)] }),
  edits: places => [
    {
      kind: 'json-entry',
      path: fileOf(places),
      at: ['hooks', 'PostToolUse'],
      entry: {
        matcher: '^(Bash|mcp__.*)$',
        hooks: [{ type: 'command', command: places.command('hook', 'codex'), timeout: 10 }],
      },
    },
  ],
  next: 'type /hooks in Codex and agree to it: until then Codex skips it without a word',
  switches: ({ user }) => [{ path: user(HOME, 'config.toml'), at: ['features', 'hooks'], is: false }],
  hookPlaces: ({ user, project }) => [
    user(HOME, 'config.toml'),
    user(HOME, 'hooks.json'),
    ...(project === undefined ? [] : [project('.codex', 'config.toml')]),
  ],
  trust: places => ({
    path: places.user(HOME, 'config.toml'),
    at: ['hooks', 'state'],
    key: index => `${fileOf(places)}:post_tool_use:${index}:0`,
    remembers: {
      hash: 'trusted_hash',
      of(entry) {
        const { matcher, hooks } = fieldsOf(entry) as { readonly [name: string]: Json };
        const list = (Array.isArray(hooks) ? hooks : []) as readonly Json[];
        const all = list.map(hook => ({ ...(fieldsOf(hook) as { readonly [name: string]: Json }), async: false }));
        return { event_name: 'post_tool_use', matcher: matcher ?? null, hooks: all };
      },
      isOn: 'enabled',
    },
    how: 'type /hooks in Codex',
  }),
  hook: {
    maxBytes: MAX_BYTES,
    // The host shows a call that is answered as blocked: that must be worth it.
    minSavedBytes: 500,
    read(payload) {
      const { hook_event_name: event, tool_name: name, tool_response: response, transcript_path: path } = payload;
      if (event !== 'PostToolUse' || typeof name !== 'string' || typeof payload.turn_id !== 'string') return undefined;
      const told = {
        name,
        cwd: textOf(payload.cwd),
        agent: textOf(payload.agent_type),
        session: textOf(payload.session_id),
      };
      if (name.startsWith('mcp__')) {
        const { content, isError } = fieldsOf(response);
        const text = isError === true ? undefined : onlyText(content);
        return text === undefined ? undefined : { ...told, tool: 'other', text };
      }
      const command = textOf(fieldsOf(payload.tool_input).command);
      const id = payload.tool_use_id;
      if (name !== 'Bash' || command === undefined || typeof response !== 'string' || typeof path !== 'string')
        return undefined;
      // The payload says neither how the command ended nor, of a long output, all of it.
      const find = (line: unknown): Recorded | undefined => recordOf(line, id);
      return { ...told, tool: 'shell', command, text: response, whole: { kind: 'record', path, find } };
    },
    answer: (_payload, { text, exitCode }) => ({
      decision: 'block',
      // The host’s own line of it is not shown beside an answer.
      reason: exitCode === undefined ? text : `Process exited with code ${exitCode}\nOutput:\n${text}`,
    }),
    sample({ command, text, exitCode, folder }) {
      const path = `${folder}/rollout.jsonl`;
      const item = { type: 'CommandExecution', id: 'sample', exit_code: exitCode, aggregated_output: text };
      return {
        payload: {
          session_id: 'sample',
          turn_id: 'sample',
          transcript_path: path,
          cwd: '/',
          hook_event_name: 'PostToolUse',
          tool_name: 'Bash',
          tool_input: { command },
          tool_response: text,
          tool_use_id: 'sample',
        },
        variables: {},
        files: { [path]: `${JSON.stringify({ type: 'event_msg', payload: { type: 'item_completed', item } })}\n` },
      };
    },
    textOf: answer => textOf(answer.reason)?.replace(/^Process exited with code \d+\nOutput:\n/, ''),
  },
});

function recordOf(line: unknown, id: unknown): Recorded | undefined {
  const { type, item } = fieldsOf(fieldsOf(line).payload);
  const { type: kind, id: ofCall, exit_code: exitCode, aggregated_output: text } = fieldsOf(item);
  if (type !== 'item_completed' || kind !== 'CommandExecution' || ofCall !== id) return undefined;
  if (typeof exitCode !== 'number' || typeof text !== 'string' || text.length > MAX_RECORDED_BYTES) return undefined;
  return { text, exitCode };
}
