import { defineHost, type Places } from '../host.js';
import { pluginText } from '../plugin-text.js';
import { fieldsOf, onlyText, textOf } from '../values.js';

const HOME = { variable: 'PI_CODING_AGENT_DIR', home: '.pi/agent' };

const fileOf = ({ project, user }: Places): string =>
  project?.('.pi', 'extensions', 'tinyjuice.ts') ?? user(HOME, 'extensions', 'tinyjuice.ts');

const CODE = `
export default pi => {
  try {
    const { name, description, parameters } = tool;
    const execute = async (_id, asked) => ({ content: [{ type: 'text', text: await retrieve(asked) }], details: {} });
    pi.registerTool({ name, label: name, description, parameters, execute });
  } catch {
    // without it there is the shell
  }
  pi.on('tool_result', async event => {
    try {
      const { toolName, input, content, details, isError } = event;
      if (!['bash', 'grep'].includes(toolName) && !toolName.startsWith('mcp')) return undefined;
      const { fullOutputPath } = details ?? {};
      const answer = await ask({ event: 'tool_result', toolName, input, content, fullOutputPath, isError, cwd: process.cwd() });
      return Array.isArray(answer?.content) ? { content: answer.content } : undefined;
    } catch {
      return undefined;
    }
  });
};
`;

/** The host's own last line of a command that has failed. */
const FAILED = /\n*(Command exited with code (\d+))$/;

export default defineHost({
  name: 'pi',
  title: 'pi',
  source: 'pi 0.87.1, driven offline, and the types of pi 1.5.2 (2026-11-20)',
  tested: 'run',
  about:
    'Replaces shell output, of failed commands too, and what grep and MCP tools give, by an extension; gives its agents a tool to have the original back.',
  signs: ({ user }) => ({ programs: ['pi'], folders: [user(HOME)] }),
  edits: places => [
    {
      kind: 'file',
      path: fileOf(places),
      text: pluginText({ host: 'pi', command: places.command('hook', 'pi'), code: CODE }),
    },
  ],
  hookPlaces: ({ user, project }) => [
    user(HOME, 'extensions'),
    ...(project === undefined ? [] : [project('.pi', 'extensions')]),
  ],
  hook: {
    maxBytes: 30_000,
    minSavedBytes: 100,
    read({ event, toolName: name, input, content, fullOutputPath: path, isError, cwd }) {
      const shown = onlyText(content);
      if (event !== 'tool_result' || typeof name !== 'string' || shown === undefined) return undefined;
      const told = { name, cwd: textOf(cwd) };
      if (name !== 'bash') return isError === true ? undefined : { ...told, tool: 'other', text: shown };
      const command = textOf(fieldsOf(input).command);
      const [ending = '', , code] = FAILED.exec(shown) ?? [];
      // Ended by the host, or cut without a word of where the rest is.
      if (command === undefined || (isError === true && (code === undefined || shown.includes('. Full output: '))))
        return undefined;
      const text = isError === true ? shown.slice(0, shown.length - ending.length) : shown;
      const shell = { ...told, tool: 'shell', command, text, exitCode: isError === true ? Number(code) : 0 } as const;
      return typeof path === 'string' && isError !== true ? { ...shell, whole: { kind: 'file', path } } : shell;
    },
    answer({ content, isError }, { text }) {
      const line = isError === true ? FAILED.exec(onlyText(content) ?? '')?.[1] : undefined;
      return { content: [{ type: 'text', text: line === undefined ? text : `${text.replace(/\n$/, '')}\n\n${line}` }] };
    },
    sample: ({ command, text, exitCode }) => ({
      payload: {
        event: 'tool_result',
        toolName: 'bash',
        input: { command },
        content: [{ type: 'text', text: exitCode === 0 ? text : `${text}\n\nCommand exited with code ${exitCode}` }],
        isError: exitCode !== 0,
        cwd: '/',
      },
      variables: {},
    }),
    textOf: answer => onlyText(answer.content)?.replace(FAILED, ''),
  },
});
