import { defineHost, type Places } from '../host.js';
import { fieldsOf, isFields, textOf } from '../values.js';

const HOME = { variable: 'COPILOT_HOME', home: '.copilot' };

/** What of a project is not committed: our command is a path of this machine. */
const fileOf = ({ project, user }: Places): string =>
  project?.('.github', 'copilot', 'settings.local.json') ?? user(HOME, 'settings.json');

/** The host's own last line. */
const EXIT_LINE = /\n?(<[^\n<>]* exit code (\d+)>)\s*$/;

const TOO_LARGE = 'Output too large to read at once';

/** The host's notice in place of a large output. Only a file that it has made itself is read: any command may print a notice. */
const SAVED =
  /^Output too large to read at once \([^\n]*\)\. Saved to: (\/[^\n]*\/\d+-copilot-tool-output-[\w-]+\.txt)\n/;

export default defineHost({
  name: 'copilot-cli',
  title: 'GitHub Copilot CLI',
  source: 'GitHub Copilot CLI 1.0.102, driven offline (2026-11-20)',
  tested: 'run',
  about: 'Replaces shell output, of failed commands too, and what MCP tools give; its line with the exit code stays.',
  signs: ({ user }) => ({ programs: ['copilot'], folders: [user(HOME)] }),
  edits: places => [
    {
      kind: 'json-entry',
      path: fileOf(places),
      at: ['hooks', 'postToolUse'],
      entry: { type: 'command', matcher: 'bash|.+-.+', bash: places.command('hook', 'copilot-cli'), timeoutSec: 10 },
    },
  ],
  switches: places =>
    [...new Set([places.user(HOME, 'settings.json'), fileOf(places)])].map(path => ({
      path,
      at: ['disableAllHooks'],
      is: true,
    })),
  hookPlaces: ({ user, project }) => [
    user(HOME, 'settings.json'),
    user(HOME, 'hooks'),
    ...(project === undefined
      ? []
      : [
          project('.github', 'hooks'),
          project('.github', 'copilot', 'settings.json'),
          project('.claude', 'settings.json'),
          project('.claude', 'settings.local.json'),
        ]),
  ],
  hook: {
    maxBytes: 20_000,
    minSavedBytes: 100,
    read(payload) {
      const { toolName: name, toolArgs: args, toolResult: result } = payload;
      const shown = textOf(fieldsOf(result).textResultForLlm);
      if (typeof name === 'string' && SERVER.test(name)) {
        const isGood = shown !== undefined && fieldsOf(result).resultType === 'success' && !shown.startsWith(TOO_LARGE);
        const [cwd, session] = [textOf(payload.cwd), textOf(payload.sessionId)];
        return isGood ? { tool: 'other', name, text: shown, cwd, session } : undefined;
      }
      const command = textOf(argumentsOf(args).command);
      const [ending, , code] = EXIT_LINE.exec(shown ?? '') ?? [];
      // Without its exit code a command has not ended: it runs on in the background.
      if (name !== 'bash' || shown === undefined || command === undefined || ending === undefined) return undefined;
      if (fieldsOf(result).resultType !== 'success') return undefined;
      const text = shown.slice(0, shown.length - ending.length);
      const told = {
        name,
        cwd: textOf(payload.cwd),
        session: textOf(payload.sessionId),
        command,
        exitCode: Number(code),
      };
      const path = SAVED.exec(text)?.[1];
      if (path === undefined && text.startsWith(TOO_LARGE)) return undefined;
      return { ...told, tool: 'shell', text, ...(path === undefined ? {} : { whole: { kind: 'file', path } }) };
    },
    answer({ toolName: name, toolResult: result }, { text }) {
      if (SERVER.test(String(name))) return { modifiedResult: { resultType: 'success', textResultForLlm: text } };
      const line = EXIT_LINE.exec(textOf(fieldsOf(result).textResultForLlm) ?? '')?.[1] ?? '';
      return { modifiedResult: { resultType: 'success', textResultForLlm: `${text.replace(/\n$/, '')}\n${line}` } };
    },
    sample: ({ command, text, exitCode }) => ({
      payload: {
        sessionId: 'sample',
        timestamp: 1,
        cwd: '/',
        toolName: 'bash',
        toolArgs: { command, description: 'sample' },
        toolResult: {
          resultType: 'success',
          textResultForLlm: `${text}\n<shellId: 0 completed with exit code ${exitCode}>`,
        },
      },
      variables: { COPILOT_CLI: '1' },
    }),
    textOf: answer => textOf(fieldsOf(answer.modifiedResult).textResultForLlm)?.replace(EXIT_LINE, '\n'),
  },
});

/** A server's tool has the server's name in front; none of the host's own has a hyphen. */
const SERVER = /^.+-.+$/;

/** Some versions give them as text. */
function argumentsOf(args: unknown) {
  if (isFields(args)) return args;
  try {
    return fieldsOf(typeof args === 'string' ? JSON.parse(args) : undefined);
  } catch {
    return {}; // no arguments that we know
  }
}
