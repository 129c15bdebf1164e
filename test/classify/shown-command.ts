/** What a command line was read as, for a table to compare with. */
import { parseCommand } from '../../src/classify/command.js';
import { quoteWord } from '../../src/text/quote-word.js';

/** Each producer's words with the programs of its filters behind `|`; at the end `?`, where more may speak. */
export async function shownCommand(command: string | readonly string[]): Promise<readonly string[]> {
  const { commands, isWhole } = await parseCommand(command);
  const shown = commands.map(({ program, args, filters }) =>
    [[program, ...args].map(quoteWord).join(' '), ...filters.map(filter => filter.program)].join(' | '),
  );
  return isWhole ? shown : [...shown, '?'];
}
