/** Lines that look like evidence and that a rule calls harmless: a reduction need not account for them. */
import { builtInRules } from '../generated/rules.js';
import { type Book, openBook } from '../rules/book.js';
import { type CompiledPattern, compileRule, type Finder, finderOf } from '../rules/compile.js';

/** Whether some rule calls a line benign; OUT does not say by which rules it was made. */
export function openBenign(book: Book = openBook(builtInRules)): (text: string) => boolean {
  let finder: Finder | undefined;
  const patterns = (): readonly CompiledPattern[] =>
    book.rules.filter(rule => rule.body().benign !== undefined).flatMap(rule => compileRule(rule).benign);
  return text => {
    finder ??= finderOf(patterns());
    return finder.find(text) !== undefined;
  };
}
