/** Rules that an owner of an engine keeps in a folder. Loaded where there are some. */
import { loadLayers, readUserLayer, type Say } from '../custom/custom-rules.js';
import { builtInRules } from '../generated/rules.js';
import { type Book, openBook } from '../rules/book.js';

/** The built-in rules with those of the folder before them; undefined where it holds none that is usable. What is wrong is said. */
export async function openOwnBook({ dir }: { readonly dir: string }, say: Say): Promise<Book | undefined> {
  const layer = readUserLayer({ userFolder: dir });
  const custom = await loadLayers([layer], { say, nowMs: () => performance.now() });
  return custom.length === 0 ? undefined : openBook(builtInRules, custom);
}
