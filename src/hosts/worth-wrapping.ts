/** Which commands are worth to be run under ours: those of which something may be left out. */
import { ruleOfCommand } from '../classify/classify.js';
import { parseCommand } from '../classify/command.js';
import type { Book } from '../rules/book.js';

/** Whether a rule is for all that the command prints, and it is a test run, a build or a log. */
export async function isWorthWrapping(command: string, book: Book): Promise<boolean> {
  const parsed = await parseCommand(command);
  if (!parsed.isWhole || parsed.commands.some(({ filters }) => filters.length > 0)) return false;
  const { rule } = ruleOfCommand(book, parsed, () => undefined);
  return rule !== undefined && !rule.isExact && (rule.shape === 'verdict' || rule.shape === 'stream');
}
