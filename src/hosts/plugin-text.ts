/** Plugins for hosts that run code of their own language: a few lines that ask our hook, and do nothing where it does not answer. */

/** Less than a host's user would wait for a tool that hangs. */
const DEADLINE_MS = 8_000;

/**
 * The text of a module that may call `ask(payload)`, which gives the hook's answer or undefined, and never fails.
 * @param command the shell command that runs our hook.
 */
export const pluginText = (
  host: string,
  command: string,
  code: string,
): string => `// Made by tinyjuice. To take it away: tinyjuice uninstall ${host}
import { spawn } from 'node:child_process';

const command = ${JSON.stringify(command)};

function ask(payload) {
  return new Promise(resolve => {
    const give = answer => {
      clearTimeout(timer);
      resolve(answer);
    };
    const child = spawn('sh', ['-c', 'exec ' + command], { stdio: ['pipe', 'pipe', 'ignore'] });
    const timer = setTimeout(() => {
      child.kill('SIGKILL');
      give(undefined);
    }, ${DEADLINE_MS});
    let out = '';
    child.stdout.setEncoding('utf8').on('data', text => {
      out += text;
    });
    child.stdin.on('error', () => undefined);
    child.on('error', () => give(undefined));
    child.on('close', () => {
      try {
        give(JSON.parse(out));
      } catch {
        give(undefined);
      }
    });
    child.stdin.end(JSON.stringify(payload));
  });
}

${code.trim()}
`;

/** The command in a plugin's text. */
export function commandInPlugin(text: string): string | undefined {
  const [, literal] = /^const command = ("(?:[^"\\]|\\.)*");$/m.exec(text) ?? [];
  return literal === undefined ? undefined : (JSON.parse(literal) as string);
}
