import { defineHost, type Places } from '../host.js';
import { pluginText } from '../plugin-text.js';
import { fieldsOf, onlyText, textOf } from '../values.js';

const HOME = { variable: 'OPENCODE_CONFIG_DIR', home: '.config/opencode' };

const fileOf = ({ project, user }: Places): string =>
  project?.('.opencode', 'plugin', 'tinyjuice.js') ?? user(HOME, 'plugin', 'tinyjuice.js');

/** A failure in here would be told to the model in place of the output, so there is none. */
const CODE = `
export const TinyJuice = async context => ({
  ...(await ownTool()),
  'tool.execute.after': async (call, result) => {
    try {
      const { directory } = context ?? {};
      const { tool, sessionID, args } = call;
      const { output, content, metadata } = result;
      const isWanted = ['bash', 'grep', 'webfetch'].includes(tool) || (output === undefined && Array.isArray(content));
      if (!isWanted) return;
      const { exit, truncated, outputPath } = metadata ?? {};
      const answer = await ask({ event: 'tool.execute.after', tool, sessionID, directory, args, output, content, exit, truncated, outputPath });
      if (typeof answer?.output === 'string') result.output = answer.output;
      if (Array.isArray(answer?.content)) result.content = answer.content;
    } catch {
      // the output stays as it is
    }
  },
});

// The host puts this package beside its plugins. Without it there is the shell.
async function ownTool() {
  try {
    const { schema } = (await import('@opencode-ai/plugin')).tool;
    const { properties, required } = tool.parameters;
    const args = {};
    for (const [name, { description }] of Object.entries(properties)) {
      const text = schema.string().describe(description);
      args[name] = required.includes(name) ? text : text.optional();
    }
    return { tool: { [tool.name]: { description: tool.description, args, execute: retrieve } } };
  } catch {
    return {};
  }
}
`;

export default defineHost({
  name: 'opencode',
  title: 'OpenCode',
  source: 'OpenCode 1.18.33, driven offline, and the types of @opencode-ai/plugin 1.18.33 (2026-11-20)',
  tested: 'run',
  about:
    'Replaces shell output, of failed commands too, and what MCP tools, grep and webfetch give, by a plugin; gives its agents a tool to have the original back.',
  signs: ({ user }) => ({ programs: ['opencode'], folders: [user(HOME)] }),
  edits: places => [
    {
      kind: 'file',
      path: fileOf(places),
      text: pluginText({ host: 'opencode', command: places.command('hook', 'opencode'), code: CODE }),
    },
  ],
  hookPlaces: ({ user, project }) =>
    ['plugin', 'plugins'].flatMap(name => [
      user(HOME, name),
      ...(project === undefined ? [] : [project('.opencode', name)]),
    ]),
  hook: {
    maxBytes: 30_000,
    minSavedBytes: 100,
    read({ event, tool, sessionID, directory, args, output, content, exit, truncated, outputPath }) {
      if (event !== 'tool.execute.after' || typeof tool !== 'string') return undefined;
      const told = { name: tool, cwd: textOf(directory), session: textOf(sessionID) };
      if (tool !== 'bash') {
        const text = textOf(output) ?? onlyText(content);
        return text === undefined || truncated === true ? undefined : { ...told, tool: 'other', text };
      }
      const command = textOf(fieldsOf(args).command);
      // Without its exit code it has been ended by the host.
      if (command === undefined || typeof output !== 'string' || typeof exit !== 'number') return undefined;
      const shell = { ...told, tool: 'shell', command, text: output, exitCode: exit } as const;
      if (truncated !== true) return shell;
      return typeof outputPath === 'string' ? { ...shell, whole: { kind: 'file', path: outputPath } } : undefined;
    },
    answer: ({ output, content }, { text }) =>
      output === undefined && Array.isArray(content) ? { content: [{ type: 'text', text }] } : { output: text },
    sample: ({ command, text, exitCode }) => ({
      payload: {
        event: 'tool.execute.after',
        tool: 'bash',
        sessionID: 'sample',
        directory: '/',
        args: { command },
        output: text,
        exit: exitCode,
        truncated: false,
      },
      variables: {},
    }),
    textOf: answer => answer.output,
  },
});
