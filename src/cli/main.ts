/** Finds the command, runs it, and turns what went wrong into one line and an exit code. */
import { JuiceError } from '../errors.js';
import { commands } from '../generated/commands.js';
import type { Command } from './command.js';
import { readEnvironment } from './env.js';
import { EXIT, exitCodeOf, setExitCode } from './exit.js';
import { FLAGS, parseFlags } from './flags.js';
import { outputError } from './output-now.js';

declare const TINYJUICE_VERSION: string;

async function main(argv: readonly string[]): Promise<number> {
  const [name = '', ...rest] = argv;
  if (['-v', '-V', '--version', 'version'].includes(name)) return print(TINYJUICE_VERSION);
  if (['-h', '--help', 'help'].includes(name)) return print(await help(rest[0]));
  if (name === '') {
    process.stderr.write(`${await help(undefined)}\n`);
    return EXIT.wrongUse;
  }
  const command = await load(name);
  if (rest[0] === '--help' || rest[0] === '-h') return print(await help(name));
  const parsed = parseFlags(rest, { names: command.flags, isWrapper: command.isWrapper === true });
  return command.run({ ...parsed, environment: readEnvironment() });
}

/** @throws {JuiceError} BAD_USE for a name that no command has. */
async function load(name: string): Promise<Command> {
  const load = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (load === undefined) {
    throw new JuiceError(
      'BAD_USE',
      `"${name}" is no command of tinyjuice. Known are ${Object.keys(commands).join(', ')}.`,
    );
  }
  return (await load()).default;
}

async function help(name: string | undefined): Promise<string> {
  const { commandHelp, overview } = await import('./help.js');
  if (name !== undefined) return commandHelp(await load(name), FLAGS);
  return overview(await Promise.all(Object.keys(commands).map(load)));
}

async function print(text: string): Promise<number> {
  const output = await import('./print.js');
  await output.print([text]);
  return EXIT.ok;
}

/** One line on stderr; a reader of stderr that has gone away is no reason to fail. */
function say(message: string): void {
  process.stderr.on('error', () => undefined);
  process.stderr.write(`tinyjuice: ${message}\n`);
}

main(process.argv.slice(2)).then(setExitCode, (error: unknown) => {
  if (error instanceof JuiceError) {
    say(error.message);
    setExitCode(exitCodeOf(error));
    return;
  }
  say(outputError(error) ?? (error instanceof Error ? (error.stack ?? error.message) : String(error)));
  setExitCode(EXIT.fault);
});
