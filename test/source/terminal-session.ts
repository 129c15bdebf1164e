/** A person at a terminal: an interactive bash under a pseudo-terminal, keys typed, screen read. */
import { createRequire } from 'node:module';
import { environment, folder } from './wrapped.js';

/** What we use of the optional package; its own types declare another module name. */
interface PtyPackage {
  spawn(
    file: string,
    args: readonly string[],
    options: { cols: number; rows: number; cwd: string; env: NodeJS.ProcessEnv },
  ): {
    onData(listener: (text: string) => void): void;
    write(keys: string): void;
    resize(columns: number, rows: number): void;
    kill(signal: string): void;
  };
}

export interface TerminalSession {
  type(keys: string): void;
  /** Everything shown since the last call, up to and with the first match. Fails after ten seconds. */
  see(pattern: RegExp): Promise<string>;
  /** Type a line, wait until its first output matches (if asked), and give what it printed once the prompt is back. */
  run(line: string): Promise<string>;
  resize(columns: number, rows: number): void;
  close(): void;
}

const PROMPT = 'ready> ';

/** Open one and wait for its prompt. The echo of typed lines is off, so that only output is seen. */
export async function openSession(): Promise<TerminalSession> {
  const { spawn } = createRequire(import.meta.url)('node-pty') as PtyPackage;
  const bash = spawn('bash', ['--norc', '--noprofile', '--noediting', '-i'], {
    cols: 80,
    rows: 24,
    cwd: folder,
    env: { ...environment, PS1: PROMPT, TERM: 'xterm', BASH_SILENCE_DEPRECATION_WARNING: '1' },
  });
  let seen = '';
  bash.onData(text => {
    seen += text;
  });
  const see = async (pattern: RegExp) => {
    for (let tries = 0; tries < 500; tries += 1) {
      const match = pattern.exec(seen);
      if (match !== null) {
        const shown = seen.slice(0, match.index + match[0].length);
        seen = seen.slice(shown.length);
        return shown;
      }
      await new Promise(resolve => setTimeout(resolve, 20));
    }
    throw new Error(`${pattern} is not in ${JSON.stringify(seen)}`);
  };
  const session: TerminalSession = {
    type: keys => bash.write(keys),
    see,
    async run(line) {
      bash.write(`${line}\r`);
      return (await see(new RegExp(PROMPT))).slice(0, -PROMPT.length);
    },
    resize: (columns, rows) => bash.resize(columns, rows),
    close: () => bash.kill('SIGKILL'),
  };
  await see(new RegExp(PROMPT));
  await session.run('stty -echo');
  return session;
}
