import { defineHost, type Places } from '../host.js';
import { pluginText } from '../plugin-text.js';
import { textOf } from '../values.js';

const HOME = { home: '.cline' };

const fileOf = ({ project, user }: Places): string =>
  project?.('.cline', 'plugins', 'tinyjuice.js') ?? user(HOME, 'plugins', 'tinyjuice.js');

/** Of several commands in one call each has an output of its own. */
const CODE = `
let cwd;

async function newOutput(each, command, session) {
  const { result, error, success } = each ?? {};
  const answer = await ask({ event: 'afterTool', tool: 'run_commands', command, result, error, success, cwd, session });
  return typeof answer?.result === 'string' ? { ...each, result: answer.result } : each;
}

export default {
  name: 'tinyjuice',
  manifest: { capabilities: ['hooks', 'tools'] },
  setup(api, context) {
    try {
      cwd = context?.workspaceInfo?.rootPath;
      api.registerTool({ name: tool.name, description: tool.description, inputSchema: tool.parameters, execute: retrieve });
    } catch {
      // without it there is the shell
    }
  },
  hooks: {
    async afterTool(call) {
      try {
        const { tool, input, result, snapshot } = call;
        if (tool?.name !== 'run_commands' || !Array.isArray(result?.output) || !Array.isArray(input?.commands)) return undefined;
        const session = snapshot?.conversationId;
        const output = await Promise.all(result.output.map((each, at) => newOutput(each, input.commands[at], session)));
        return output.some((each, at) => each !== result.output[at]) ? { result: { ...result, output } } : undefined;
      } catch {
        return undefined;
      }
    },
  },
};
`;

/** After 3 seconds the host gives up the whole run. */
const DEADLINE_MS = 2_000;

/** The host's own first line of a command that has failed. */
const FAILED = /^\[Command exited with code (\d+)\]\n/;

export default defineHost({
  name: 'cline',
  title: 'Cline CLI',
  source: 'Cline CLI 3.0.65, driven offline, and the types of @cline/shared in it (2026-11-22)',
  tested: 'run',
  about:
    'Replaces shell output, of failed commands too, by a plugin; gives its agents a tool to have the original back.',
  signs: ({ user }) => ({ programs: ['cline'], folders: [user(HOME)] }),
  edits: places => [
    {
      kind: 'file',
      path: fileOf(places),
      text: pluginText({
        host: 'cline',
        command: places.command('hook', 'cline'),
        code: CODE,
        deadlineMs: DEADLINE_MS,
      }),
    },
  ],
  hookPlaces: ({ user, project }) => [
    user(HOME, 'plugins'),
    ...(project === undefined ? [] : [project('.cline', 'plugins')]),
  ],
  hook: {
    maxBytes: 30_000,
    minSavedBytes: 100,
    read({ event, tool, command, result, success, cwd, session }) {
      if (event !== 'afterTool' || tool !== 'run_commands') return undefined;
      if (typeof command !== 'string' || typeof result !== 'string') return undefined;
      const [ending = '', code] = FAILED.exec(result) ?? [];
      // Ended by the host, or not at all.
      if ((success !== true && code === undefined) || (success === true && code !== undefined)) return undefined;
      const text = result.slice(ending.length);
      const told = { name: tool, cwd: textOf(cwd), session: textOf(session) };
      return { ...told, tool: 'shell', command, text, exitCode: Number(code ?? 0) };
    },
    answer: ({ result }, { text }) => ({ result: `${FAILED.exec(textOf(result) ?? '')?.[0] ?? ''}${text}` }),
    sample: ({ command, text, exitCode }) => ({
      payload: {
        event: 'afterTool',
        tool: 'run_commands',
        command,
        result: exitCode === 0 ? text : `[Command exited with code ${exitCode}]\n${text}`,
        success: exitCode === 0,
        cwd: '/',
        session: 'sample',
      },
      variables: {},
    }),
    textOf: answer => textOf(answer.result)?.replace(FAILED, ''),
  },
});
