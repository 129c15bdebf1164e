/** Plugins for hosts that run code of their own language: a few lines that ask our hook, and do nothing where it does not answer. */

/** Less than a host's user would wait for a tool that hangs. A host may have a shorter patience. */
const DEADLINE_MS = 8_000;
/** For what the model has asked for. */
const MAX_RETRIEVE_MS = 20_000;

/** What a plugin may hand to its host as a tool: JSON Schema, for hosts that take it as it is. */
const TOOL = {
  name: 'tinyjuice_retrieve',
  description:
    'Gives back output that tinyjuice has left out. The token stands in the last line of the shortened output. Ask for lines or a pattern rather than for all of it.',
  parameters: {
    type: 'object',
    properties: {
      token: { type: 'string', description: 'tj_ and ten characters' },
      lines: { type: 'string', description: 'lines of the original, such as 45-164' },
      grep: { type: 'string', description: 'only lines that match this regular expression' },
    },
    required: ['token'],
  },
};

interface Plugin {
  readonly host: string;
  /** The shell command that runs our hook. */
  readonly command: string;
  readonly code: string;
  readonly deadlineMs?: number;
}

/**
 * The text of a module that may call `ask(payload)`, which gives the hook's answer or undefined, and `retrieve(asked)`, which
 * gives a text for the model, asked as `tool` says. Neither ever fails.
 */
export const pluginText = ({
  host,
  command,
  code,
  deadlineMs = DEADLINE_MS,
}: Plugin): string => `// Made by tinyjuice. To take it away: tinyjuice uninstall ${host}
import { spawn } from 'node:child_process';

const command = ${JSON.stringify(command)};

const tool = ${JSON.stringify(TOOL)};

function run(words, args, input, ms) {
  return new Promise(resolve => {
    const give = out => {
      clearTimeout(timer);
      resolve(out);
    };
    const child = spawn('sh', ['-c', 'exec ' + words + ' "$@"', 'sh', ...args], { stdio: ['pipe', 'pipe', 'pipe'] });
    const timer = setTimeout(() => {
      child.kill('SIGKILL');
      // What it has started may hold its pipes: the host must be free to end.
      for (const each of child.stdio) each.destroy();
      child.unref();
      give('');
    }, ms);
    let [out, said] = ['', ''];
    child.stdout.setEncoding('utf8').on('data', text => {
      out += text;
    });
    child.stderr.setEncoding('utf8').on('data', text => {
      said += text;
    });
    child.stdin.on('error', () => undefined);
    child.on('error', () => give(''));
    child.on('close', () => give(out === '' && input === '' ? said : out));
    child.stdin.end(input);
  });
}

async function ask(payload) {
  try {
    return JSON.parse(await run(command, [], JSON.stringify(payload), ${deadlineMs}));
  } catch {
    return undefined;
  }
}

async function retrieve(asked) {
  const { token, lines, grep } = asked ?? {};
  const parts = [
    ...(typeof lines === 'string' && lines !== '' ? ['--lines=' + lines] : []),
    ...(typeof grep === 'string' && grep !== '' ? ['--grep=' + grep] : []),
  ];
  try {
    return await run(command.replace(/ hook .*$/s, ' retrieve'), [...parts, '--', String(token)], '', ${MAX_RETRIEVE_MS});
  } catch {
    return 'it could not be read';
  }
}

${code.trim()}
`;

/** The command in a plugin's text. */
export function commandInPlugin(text: string): string | undefined {
  const [, literal] = /^const command = ("(?:[^"\\]|\\.)*");$/m.exec(text) ?? [];
  return literal === undefined ? undefined : (JSON.parse(literal) as string);
}
