import { type CommandRules, defineHost, type Edit, type Places, type ToolOutput, type Variables } from '../host.js';
import { type Fields, fieldsOf, onlyText, textOf } from '../values.js';

/** Longer than this, the model is shown 2 kB of it and a path. */
const MAX_BYTES = 30_000;
/** Of a text that the host has put into a file, it would be shown 2 kB: ours must be worth more room. */
const MAX_BYTES_FOR_FILE = 16_000;

const HOME = { variable: 'CLAUDE_CONFIG_DIR', home: '.claude' };

/** Where an administrator's settings stand. */
const MANAGED = ['/etc/claude-code', '/Library/Application Support/ClaudeCode'];

/** What of a project is not committed: our command is a path of this machine. */
const settingsOf = ({ project, user }: Places): string =>
  project?.('.claude', 'settings.local.json') ?? user(HOME, 'settings.json');

const hookFor = (places: Places, event: string, matcher: string): Edit => ({
  kind: 'json-entry',
  path: settingsOf(places),
  at: ['hooks', event],
  entry: { matcher, hooks: [{ type: 'command', command: places.command('hook', 'claude-code'), timeout: 10 }] },
});

export default defineHost({
  name: 'claude-code',
  title: 'Claude Code',
  source: 'Claude Code 2.1.329, driven offline; https://code.claude.com/docs/en/hooks (2026-11-20)',
  tested: 'run',
  about:
    'Replaces shell output of commands that went well, and what MCP tools, Grep and WebFetch give. Output of failed commands cannot be replaced there.',
  signs: ({ user }) => ({ programs: ['claude'], folders: [user(HOME)] }),
  edits: places => [hookFor(places, 'PostToolUse', 'Bash|Grep|WebFetch|mcp__.*')],
  switches: ({ user, project }) => [
    { path: user(HOME, 'settings.json'), at: ['disableAllHooks'], is: true },
    ...['settings.json', 'settings.local.json'].flatMap(name =>
      project === undefined ? [] : [{ path: project('.claude', name), at: ['disableAllHooks'], is: true }],
    ),
    ...MANAGED.flatMap(folder =>
      ['disableAllHooks', 'allowManagedHooksOnly'].map(name => ({
        path: `${folder}/managed-settings.json`,
        at: [name],
        is: true,
      })),
    ),
  ],
  hookPlaces: ({ user, project }) => [
    user(HOME, 'settings.json'),
    ...(project === undefined ? [] : [project('.claude', 'settings.json')]),
  ],
  hook: {
    maxBytes: MAX_BYTES,
    minSavedBytes: 100,
    read(payload, variables) {
      const { tool_name: name, tool_response: response } = payload;
      if (typeof name !== 'string' || !isOwnPayload(payload, 'PostToolUse', variables)) return undefined;
      const told = {
        name,
        cwd: textOf(payload.cwd),
        agent: textOf(payload.agent_type),
        session: textOf(payload.session_id),
      };
      if (name === 'Bash') return shellOutput(fieldsOf(payload.tool_input), fieldsOf(response), told);
      const text = name.startsWith('mcp__') ? mcpText(response) : textOf(fieldsOf(response)[TEXT_FIELDS[name] ?? '']);
      return text === undefined ? undefined : { ...told, tool: 'other', text };
    },
    answer: ({ tool_name: name, tool_response: response }, { text }) => ({
      hookSpecificOutput: { hookEventName: 'PostToolUse', updatedToolOutput: newOutput(String(name), response, text) },
    }),
    sample: ({ command, text }) => ({
      payload: {
        session_id: 'sample',
        transcript_path: '/nonexistent',
        cwd: '/',
        hook_event_name: 'PostToolUse',
        tool_name: 'Bash',
        tool_input: { command },
        tool_response: { stdout: text, stderr: '', interrupted: false, isImage: false },
      },
      variables: { CLAUDECODE: '1' },
    }),
    textOf: answer => fieldsOf(fieldsOf(answer.hookSpecificOutput).updatedToolOutput).stdout,
  },
  rewriting: {
    edits: places => [hookFor(places, 'PreToolUse', 'Bash')],
    read(payload, variables) {
      const { command, run_in_background: isInBackground } = fieldsOf(payload.tool_input);
      if (payload.tool_name !== 'Bash' || !isOwnPayload(payload, 'PreToolUse', variables)) return undefined;
      if (typeof command !== 'string' || isInBackground === true || payload.permission_mode === 'plan')
        return undefined;
      const [cwd, project] = [textOf(payload.cwd), variables.CLAUDE_PROJECT_DIR];
      return { command, cwd, project, asksNothing: payload.permission_mode === 'bypassPermissions' };
    },
    answer: ({ tool_input: input }, command) => ({
      hookSpecificOutput: {
        hookEventName: 'PreToolUse',
        updatedInput: { ...(fieldsOf(input) as Record<string, never>), command },
      },
    }),
    rules: ({ user, project }) => [
      { path: user(HOME, 'settings.json'), read: rulesIn },
      ...['settings.json', 'settings.local.json'].flatMap(name =>
        project === undefined ? [] : [{ path: project('.claude', name), read: rulesIn }],
      ),
    ],
    startFiles: ({ user }) => user(HOME, 'shell-snapshots'),
    closed: MANAGED,
    started: { pid: ({ CLAUDE_PID: pid }) => pid, read: rulesOfWords },
    allowRule: command => `Bash(${command}:*)`,
    sample: command => ({
      payload: {
        session_id: 'sample',
        transcript_path: '/nonexistent',
        cwd: '/',
        permission_mode: 'bypassPermissions',
        hook_event_name: 'PreToolUse',
        tool_name: 'Bash',
        tool_input: { command, description: 'sample', timeout: 1000 },
      },
      variables: { CLAUDECODE: '1', CLAUDE_PID: '' },
    }),
    commandOf: answer => fieldsOf(fieldsOf(answer.hookSpecificOutput).updatedInput).command,
  },
});

/** In a sandbox, what is let out of it is known by its command. */
function rulesIn({ permissions, sandbox }: Fields): CommandRules | undefined {
  if (fieldsOf(sandbox).enabled === true) return undefined;
  const { allow, ask, deny } = fieldsOf(permissions);
  return { allow: ofShell(allow), ask: ofShell(ask), deny: ofShell(deny), asksNothing: false };
}

/** Rules for its shell: `Bash(npm test:*)` is `npm test*`. */
const ofShell = (rules: unknown): readonly string[] =>
  (Array.isArray(rules) ? rules : []).flatMap(rule => {
    const found = /^(?:Bash|\*)(?:\(([\s\S]*)\))?$/.exec(String(rule).trim());
    return found === null ? [] : [(found[1] ?? '*').replace(/:\*$/, '*')];
  });

/** Settings of its command line's own may hold anything. */
function rulesOfWords(words: readonly string[]): CommandRules | undefined {
  const of = (flag: RegExp): readonly string[] =>
    words.flatMap((word, at) => {
      const [name = '', value] = word.split(/=([\s\S]*)/);
      if (!flag.test(name)) return [];
      const end = words.findIndex((other, place) => place > at && other.startsWith('-'));
      const values = value === undefined ? words.slice(at + 1, end < 0 ? undefined : end) : [value];
      return ofShell(values.flatMap(each => each.match(/[^\s,()]+(?:\([^()]*\))?/g) ?? []));
    });
  if (words.some(word => /^--(?:settings|agents|plugin-dir|managed-settings)(?:=|$)/.test(word))) return undefined;
  return {
    allow: of(/^--(?:allowedTools|allowed-tools)$/),
    ask: [],
    deny: of(/^--(?:disallowedTools|disallowed-tools)$/),
    asksNothing: false,
  };
}

/** Where the text of a tool's result stands, but for the shell and MCP. */
const TEXT_FIELDS: Readonly<Record<string, string>> = { Grep: 'content', WebFetch: 'result' };

/** Cursor and Copilot run hooks out of Claude's settings too, and tell them other things. */
const isOwnPayload = (payload: Fields, event: string, variables: Variables): boolean =>
  payload.hook_event_name === event &&
  typeof payload.transcript_path === 'string' &&
  variables.CLAUDECODE === '1' &&
  variables.CURSOR_VERSION === undefined &&
  variables.COPILOT_CLI === undefined;

/** A command that failed has another event; one in the background has given nothing yet. */
function shellOutput(
  { command, run_in_background: isInBackground }: Fields,
  { stdout, isImage, interrupted, backgroundTaskId, persistedOutputPath: path }: Fields,
  told: Pick<ToolOutput, 'name' | 'cwd' | 'agent' | 'session'>,
): ToolOutput | undefined {
  if (typeof stdout !== 'string' || typeof command !== 'string') return undefined;
  if (isImage === true || interrupted === true || isInBackground === true || backgroundTaskId !== undefined)
    return undefined;
  const output: ToolOutput = { ...told, tool: 'shell', command, text: stdout, exitCode: 0 };
  if (typeof path !== 'string') return output;
  return { ...output, whole: { kind: 'file', path }, maxBytes: MAX_BYTES_FOR_FILE };
}

/** A server gives one text, or a list of contents. */
const mcpText = (response: unknown): string | undefined => textOf(response) ?? onlyText(response);

/** A text where the tool has given an object is dropped by the host without a word. With the path of a file, it would show a beginning. */
function newOutput(name: string, response: unknown, text: string) {
  if (name.startsWith('mcp__')) return typeof response === 'string' ? text : [{ type: 'text', text }];
  const { persistedOutputPath: _path, persistedOutputSize: _size, ...rest } = fieldsOf(response);
  return { ...(rest as Record<string, never>), [TEXT_FIELDS[name] ?? 'stdout']: text };
}
