/** Where rules that are not built in are looked for, and the book that holds them all. */
import { type CustomPlaces, type CustomRun, openCustomRules, type Say } from '../custom/custom-rules.js';
import { builtInRules } from '../generated/rules.js';
import { type Book, openBook } from '../rules/book.js';
import type { Environment } from './env.js';

export const placesOf = ({ configFolder, trustFile }: Environment): CustomPlaces => ({
  userFolder: configFolder,
  trustFile,
  cwd: currentFolder(),
});

/** Without links in it; undefined where it has been deleted. */
function currentFolder(): string | undefined {
  try {
    return process.cwd();
  } catch {
    return undefined;
  }
}

/** What custom rules need of the outside. */
export const customRun = (say: Say): CustomRun => ({ say, nowMs: () => performance.now() });

/** All rules of a run; undefined where only built-in ones are usable. */
export async function openCustomBook(environment: Environment, say: Say): Promise<Book | undefined> {
  const custom = await openCustomRules(placesOf(environment), customRun(say));
  return custom.length === 0 ? undefined : openBook(builtInRules, custom);
}
