/** What was in a host's file before we came, so that taking us out leaves the very same bytes. */
import { join, sep } from 'node:path';
import { hashOf, namesIn, readHostFile, writeHostFile } from './files.js';
import { fieldsOf, isFields } from './values.js';

export interface Entry {
  /** What was there; null: nothing was. */
  readonly before: string | null;
  /** Of the text that was left there by us. */
  readonly after: string;
  /** How many containers around an entry of ours are of our making, by its place. */
  readonly created: Readonly<Record<string, number>>;
  /** Folders of our making, the innermost first. */
  readonly folders: readonly string[];
}

/** Entries by host and file, in a folder that only its user can read: a host's file may hold keys. */
export interface Journal {
  find(path: string): Entry | undefined;
  /** What is remembered of the same file for another host. */
  ofOthers(path: string): Entry | undefined;
  /** Folders above a file that are of our making, whichever file they were made for, the innermost first. */
  foldersAbove(path: string): readonly string[];
  /** Undefined: there is nothing to remember any more. */
  put(path: string, entry: Entry | undefined): void;
}

export function openJournal(dir: string, host: string): Journal {
  const endOf = (path: string): string => `-${hashOf(path).slice(0, 16)}.json`;
  const fileOf = (path: string): string => join(dir, `${host}${endOf(path)}`);
  return {
    find: path => readEntry(fileOf(path)),
    ofOthers: path =>
      namesIn(dir)
        .filter(name => name.endsWith(endOf(path)) && join(dir, name) !== fileOf(path))
        .map(name => readEntry(join(dir, name)))
        .find(entry => entry !== undefined),
    foldersAbove: path =>
      [...new Set(namesIn(dir).flatMap(name => readEntry(join(dir, name))?.folders ?? []))]
        .filter(folder => path.startsWith(folder + sep))
        .sort((a, b) => b.length - a.length),
    put(path, entry) {
      writeHostFile(fileOf(path), entry === undefined ? undefined : JSON.stringify({ path, ...entry }), 0o600, 0o700);
    },
  };
}

function readEntry(path: string): Entry | undefined {
  const { text } = readHostFile(path);
  try {
    return text === undefined ? undefined : entryOf(JSON.parse(text));
  } catch {
    return undefined; // without it our part is taken out by its looks
  }
}

function entryOf(value: unknown): Entry | undefined {
  const { before, after, created, folders } = fieldsOf(value);
  if ((before !== null && typeof before !== 'string') || typeof after !== 'string' || !isFields(created))
    return undefined;
  if (!Object.values(created).every(count => typeof count === 'number')) return undefined;
  if (!Array.isArray(folders) || !folders.every(folder => typeof folder === 'string')) return undefined;
  return { before, after, created: created as Entry['created'], folders };
}
