/** Help and version. Loads yargs, which the hot path does without. */
import yargs from 'yargs';
import { JuiceError } from '../errors.js';
import { commands } from '../generated/commands.js';
import type { Command } from './command.js';
import { EXIT } from './exit.js';
import { FLAGS } from './flags.js';

declare const TINYJUICE_VERSION: string;

/** Prints the version, the list of commands, or one command's flags. Returns the exit code. */
export async function printHelp(asked: string, rest: readonly string[]): Promise<number> {
  if (['-v', '-V', '--version', 'version'].includes(asked)) {
    process.stdout.write(`${TINYJUICE_VERSION}\n`);
    return EXIT.ok;
  }
  const [name] = rest;
  const text = name === undefined ? await overview() : await commandHelp(name);
  if (asked !== '') {
    process.stdout.write(`${text}\n`);
    return EXIT.ok;
  }
  process.stderr.write(`${text}\n`);
  return EXIT.wrongUse;
}

async function overview(): Promise<string> {
  const cli = yargs([])
    .scriptName('tinyjuice')
    .usage('$0 COMMAND [flags]\n\nMakes the output of tools small for AI agents and never makes it wrong.');
  for (const load of Object.values(commands)) {
    const { default: command } = await load();
    cli.command(`${command.name} ${command.usage}`, command.about);
  }
  return cli
    .example('cargo test 2>&1 | $0 reduce -', 'reduce the output of any program')
    .example('$0 wrap -- npm test', 'run a program, reduce its output, end as it ends')
    .help(false)
    .version(false)
    .epilogue('TINYJUICE=off in the environment gives all bytes through as they are.')
    .getHelp();
}

async function commandHelp(name: string): Promise<string> {
  const load = commands[name];
  if (load === undefined)
    throw new JuiceError('BAD_USE', `"${name}" is no command of tinyjuice. See tinyjuice --help.`);
  const { default: command } = await load();
  return withFlags(command).getHelp();
}

function withFlags(command: Command): ReturnType<typeof yargs> {
  const cli = yargs([]).scriptName('tinyjuice').usage(`$0 ${command.name} ${command.usage}\n\n${command.about}`);
  for (const flag of command.flags) {
    const record = FLAGS[flag];
    cli.option(flag, {
      describe: record.help,
      type: record.type === 'boolean' ? 'boolean' : 'string',
      ...('choices' in record ? { choices: record.choices } : {}),
      ...('alias' in record ? { alias: record.alias } : {}),
    });
  }
  return cli.help(false).version(false);
}
