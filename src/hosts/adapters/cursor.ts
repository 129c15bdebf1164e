import { defineHost, type Places } from '../host.js';
import { fieldsOf, onlyText, textOf } from '../values.js';

const HOME = { home: '.cursor' };

const fileOf = ({ project, user }: Places): string => project?.('.cursor', 'hooks.json') ?? user(HOME, 'hooks.json');

export default defineHost({
  name: 'cursor',
  title: 'Cursor',
  source: 'the hooks in @cursor/sdk 1.0.32, read (2026-11-22)',
  tested: 'read',
  about: 'Replaces what MCP tools give, in an exact form. What its shell prints cannot be replaced there.',
  signs: ({ user }) => ({ programs: ['cursor', 'cursor-agent'], folders: [user(HOME)] }),
  edits: places => [
    {
      kind: 'json-entry',
      path: fileOf(places),
      at: ['hooks', 'postToolUse'],
      // Its command line is followed by a here-document: there is nothing behind our words.
      entry: { command: places.command('hook', 'cursor'), matcher: '^MCP:', timeout: 10 },
      fresh: { version: 1 },
    },
  ],
  // It runs the hooks in Claude's settings too.
  hookPlaces: ({ user, project }) => [
    user(HOME, 'hooks.json'),
    user({ home: '.claude' }, 'settings.json'),
    ...(project === undefined ? [] : [project('.claude', 'settings.json'), project('.claude', 'settings.local.json')]),
  ],
  next: 'for what its shell prints: tinyjuice install cursor-rules --project',
  whyNoRewriting:
    'its rules know a command by its program alone, so a rewritten one could only be allowed along with every other',
  hook: {
    only: 'servers',
    maxBytes: 30_000,
    minSavedBytes: 100,
    read({ hook_event_name: event, cursor_version: version, tool_name: name, tool_output: output, ...payload }) {
      if (event !== 'postToolUse' || typeof version !== 'string') return undefined;
      if (typeof name !== 'string' || !name.startsWith('MCP:')) return undefined;
      const { content, isError } = contentIn(output);
      const text = isError === true ? undefined : onlyText(content);
      if (text === undefined) return undefined;
      const session = textOf(payload.conversation_id);
      return { tool: 'other', name: name.slice('MCP:'.length), text, session, cwd: textOf(payload.cwd) };
    },
    answer: (_payload, { text }) => ({ updated_mcp_tool_output: { content: [{ type: 'text', text }] } }),
    sample: ({ text }) => ({
      payload: {
        hook_event_name: 'postToolUse',
        cursor_version: '2.1.0',
        conversation_id: 'sample',
        tool_name: 'MCP:rows',
        tool_input: {},
        tool_output: JSON.stringify({ content: [{ type: 'text', text }], isError: false }),
        cwd: '/',
      },
      variables: { CURSOR_VERSION: '2.1.0' },
    }),
    textOf: answer => onlyText(fieldsOf(answer.updated_mcp_tool_output).content),
  },
});

/** It comes as text. */
function contentIn(output: unknown) {
  try {
    return fieldsOf(typeof output === 'string' ? JSON.parse(output) : undefined);
  } catch {
    return {}; // no result that we know
  }
}
