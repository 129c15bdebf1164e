import { defineHost, type Places } from '../host.js';
import { fieldsOf, textOf } from '../values.js';

const HOME = { variable: 'GEMINI_CLI_HOME', home: '' };

const fileOf = ({ project, user }: Places): string =>
  project?.('.gemini', 'settings.json') ?? user(HOME, '.gemini', 'settings.json');

/** Of our hook, by which its user may switch it off. */
const NAME = 'tinyjuice';

/** Another text reaches the model as if the tool had failed. */
const FIRST_LINE = '(not an error: what the tool printed, in a shorter form)\n';

/** What the host says behind a shell's output, each in a line of its own, in this order. */
const SAID_BEHIND = ['Error', 'Exit Code', 'Signal', 'Background PIDs', 'Process Group PGID'];

/** What it puts around a text that is not to be trusted. */
const OPENS = '<untrusted_context>\n';
const CLOSES = '\n</untrusted_context>';

export default defineHost({
  name: 'gemini-cli',
  title: 'Gemini CLI',
  source: 'Gemini CLI 0.61.0, driven offline, and the documents in it (2026-11-20)',
  tested: 'run',
  about:
    'Replaces shell output, of failed commands too, and what MCP tools give. The model is told it in the place of an error; the first line says that it is none.',
  signs: ({ user }) => ({ programs: ['gemini'], folders: [user(HOME, '.gemini')] }),
  edits: places => [
    {
      kind: 'json-entry',
      path: fileOf(places),
      at: ['hooks', 'AfterTool'],
      entry: {
        matcher: 'run_shell_command|mcp_.*',
        hooks: [{ type: 'command', name: NAME, command: places.command('hook', 'gemini-cli'), timeout: 10_000 }],
      },
    },
  ],
  switches: places =>
    [...new Set([places.user(HOME, '.gemini', 'settings.json'), fileOf(places)])].flatMap(path => [
      { path, at: ['hooksConfig', 'enabled'], is: false },
      { path, at: ['hooksConfig', 'disabled'], is: NAME },
    ]),
  hookPlaces: ({ user }) => [user(HOME, '.gemini', 'settings.json')],
  hook: {
    maxBytes: 30_000,
    minSavedBytes: 300,
    read(payload) {
      const { hook_event_name: event, tool_name: name, tool_input: input, tool_response: response } = payload;
      if (event !== 'AfterTool' || typeof name !== 'string') return undefined;
      // What a hook has asked for in a tool's place is somebody's answer already.
      if (payload.original_request_name !== undefined || fieldsOf(response).error !== undefined) return undefined;
      const told = { name, cwd: textOf(payload.cwd), session: textOf(payload.session_id) };
      const command = textOf(fieldsOf(input).command);
      const frame = frameIn(response);
      if (frame === undefined) return undefined;
      if (name.startsWith('mcp_')) return { ...told, tool: 'other', text: frame.text };
      if (name !== 'run_shell_command' || command === undefined) return undefined;
      return { ...told, tool: 'shell', command, text: frame.text, exitCode: exitCodeIn(frame.after) };
    },
    answer({ tool_response: response }, { text }) {
      const frame = frameIn(response);
      return { decision: 'deny', reason: `${FIRST_LINE}${frame?.before ?? ''}${text}${frame?.after ?? ''}` };
    },
    sample: ({ command, text, exitCode }) => ({
      payload: {
        session_id: 'sample',
        transcript_path: '/nonexistent',
        cwd: '/',
        hook_event_name: 'AfterTool',
        timestamp: '2026-01-01T00:00:00.000Z',
        tool_name: 'run_shell_command',
        tool_input: { command },
        tool_response: {
          llmContent: `<untrusted_context>\nOutput: ${text}${exitCode === 0 ? '' : `\nExit Code: ${exitCode}`}\nProcess Group PGID: 1\n</untrusted_context>`,
        },
      },
      variables: {},
    }),
    textOf: answer => frameIn({ llmContent: textOf(answer.reason)?.replace(FIRST_LINE, '') })?.text,
  },
});

interface Frame {
  readonly before: string;
  readonly text: string;
  readonly after: string;
}

/** The output, and what the host has put around it: that tells the model not to trust it, and stays. */
function frameIn(response: unknown): Frame | undefined {
  const { llmContent: content } = fieldsOf(response);
  if (typeof content === 'string') return framed(content, { opening: 'Output: ', fields: SAID_BEHIND });
  const text = serverText(content);
  return text === undefined ? undefined : framed(text, { opening: '', fields: [] });
}

/**
 * From the end on: a long output may have thousands of lines that look like the host's own.
 * @param fields of which each stands there once at most.
 */
function framed(
  content: string,
  { opening, fields }: { readonly opening: string; readonly fields: readonly string[] },
): Frame | undefined {
  const from = (content.startsWith(OPENS) ? OPENS.length : 0) + opening.length;
  let to = content.length - (content.endsWith(CLOSES) ? CLOSES.length : 0);
  if (!content.startsWith(opening, from - opening.length) || to < from) return undefined;
  for (const field of fields.toReversed()) {
    const start = content.lastIndexOf('\n', to - 1);
    if (start >= from && content.startsWith(`\n${field}: `, start)) to = start;
  }
  return to === from
    ? undefined
    : { before: content.slice(0, from), text: content.slice(from, to), after: content.slice(to) };
}

/** Told only where it is not 0. */
function exitCodeIn(after: string): number {
  const code = /\nExit Code: (\d+)/.exec(after)?.[1];
  return code === undefined ? (/\n(?:Signal|Error): /.test(after) ? 1 : 0) : Number(code);
}

function serverText(content: unknown): string | undefined {
  if (!Array.isArray(content) || content.length !== 1) return undefined;
  const { text, ...rest } = fieldsOf(content[0]);
  return Object.keys(rest).length === 0 ? textOf(text) : undefined;
}
