/** The texts of the help. Loads yargs, which the hot path does without: a file of its own in dist, see `dev/build.ts`. */
import yargs from 'yargs';
import type { Command } from './command.js';
import type { FLAGS } from './flags.js';

/** What can be called, in a few lines. */
export function overview(commands: readonly Command[]): Promise<string> {
  const cli = yargs([])
    .scriptName('tinyjuice')
    .usage('$0 COMMAND [flags]\n\nMakes the output of tools small for AI agents and never makes it wrong.');
  for (const command of commands) cli.command(`${command.name} ${command.usage}`, command.about);
  return cli
    .example('cargo test 2>&1 | $0 reduce -', 'reduce the output of any program')
    .example('$0 wrap -- npm test', 'run a program, reduce its output, end as it ends')
    .help(false)
    .version(false)
    .epilogue('TINYJUICE=off in the environment gives all bytes through as they are.')
    .getHelp();
}

/** One command and its flags. */
export function commandHelp(command: Command, flags: typeof FLAGS): Promise<string> {
  const cli = yargs([]).scriptName('tinyjuice').usage(`$0 ${command.name} ${command.usage}\n\n${command.about}`);
  for (const flag of command.flags) {
    const record = flags[flag];
    cli.option('as' in record ? record.as : flag, {
      describe: record.help,
      type: record.type === 'boolean' ? 'boolean' : 'string',
      ...('choices' in record ? { choices: record.choices } : {}),
      ...('alias' in record ? { alias: record.alias } : {}),
    });
  }
  return cli.help(false).version(false).getHelp();
}
