/** Finds the command, runs it, and turns what went wrong into one line and an exit code. */
import { JuiceError } from '../errors.js';
import { commands } from '../generated/commands.js';
import { readEnvironment } from './env.js';
import { EXIT, exitCodeOf, setExitCode } from './exit.js';
import { parseFlags } from './flags.js';
import { outputError } from './output.js';

async function main(argv: readonly string[]): Promise<number> {
  const [name = '', ...rest] = argv;
  if (name === '' || ['-h', '--help', 'help', '-v', '-V', '--version', 'version'].includes(name)) {
    const { printHelp } = await import('./help.js');
    return printHelp(name, rest);
  }
  const load = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (load === undefined) {
    throw new JuiceError(
      'BAD_USE',
      `"${name}" is no command of tinyjuice. Known are ${Object.keys(commands).join(', ')}.`,
    );
  }
  const { default: command } = await load();
  const isHelp = rest[0] === '--help' || rest[0] === '-h';
  if (isHelp) {
    const { printHelp } = await import('./help.js');
    return printHelp('help', [name]);
  }
  const { flags, words } = parseFlags(rest, { names: command.flags, isWrapper: command.isWrapper === true });
  return command.run({ words, flags, environment: readEnvironment() });
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
