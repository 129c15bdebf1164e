/** Where rules that are not built in are looked for, and the book that holds them all. */
import { realpathSync } from 'node:fs';
import {
  type CustomPlaces,
  type CustomRun,
  openCustomRules,
  type Say,
  trustedProject,
} from '../custom/custom-rules.js';
import type { Project } from '../custom/project.js';
import { builtInRules } from '../generated/rules.js';
import { type Book, openBook } from '../rules/book.js';
import type { Environment } from './env.js';
import { sinceStartMs } from './since-start.js';

export const placesOf = ({ configFolder, trustFile, cwd }: Environment): CustomPlaces => ({
  userFolder: configFolder,
  trustFile,
  cwd: cwd === undefined ? currentFolder() : withoutLinks(cwd),
});

/** Without links in it; undefined where it has been deleted. */
function currentFolder(): string | undefined {
  try {
    return process.cwd();
  } catch {
    return undefined;
  }
}

/** Undefined: it is not there, or not for us to see. */
function withoutLinks(path: string): string | undefined {
  try {
    return realpathSync(path);
  } catch {
    return undefined;
  }
}

/** What custom rules need of the outside. */
export const customRun = (say: Say): CustomRun => ({ say, nowMs: sinceStartMs });

/** The project that we stand in, if the user trusts it. */
export const projectOf = (environment: Environment, say: Say): Project | undefined =>
  trustedProject(placesOf(environment), say);

/** All rules of a run; undefined where only built-in ones are usable. */
export async function openCustomBook(
  environment: Environment,
  say: Say,
  found: { readonly project: Project | undefined },
): Promise<Book | undefined> {
  const custom = await openCustomRules(placesOf(environment), customRun(say), found);
  return custom.length === 0 ? undefined : openBook(builtInRules, custom);
}
