/** What was in a host's file before we came, so that taking us out leaves the very same bytes. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { hashOf, readHostFile, writeHostFile } from './files.js';
import { fieldsOf } from './values.js';

export interface Entry {
  /** What was there; null: nothing was. */
  readonly before: string | null;
  /** Of the text that was left there by us. */
  readonly after: string;
  /** How many containers around our entry are of our making. */
  readonly created: number;
  /** Folders of our making, the innermost first. */
  readonly folders: readonly string[];
}

/** Entries by host and file, in a folder that only its user can read: a host's file may hold keys. */
export interface Journal {
  find(path: string): Entry | undefined;
  /** Undefined: there is nothing to remember any more. */
  put(path: string, entry: Entry | undefined): void;
}

export function openJournal(dir: string, host: string): Journal {
  const fileOf = (path: string): string => join(dir, `${host}-${hashOf(path).slice(0, 16)}.json`);
  return {
    find(path) {
      const { text } = readHostFile(fileOf(path));
      try {
        return text === undefined ? undefined : entryOf(JSON.parse(text));
      } catch {
        return undefined; // without it our part is taken out by its looks
      }
    },
    put(path, entry) {
      mkdirSync(dir, { recursive: true, mode: 0o700 });
      writeHostFile(fileOf(path), entry === undefined ? undefined : JSON.stringify({ path, ...entry }), 0o600);
    },
  };
}

function entryOf(value: unknown): Entry | undefined {
  const { before, after, created, folders } = fieldsOf(value);
  if ((before !== null && typeof before !== 'string') || typeof after !== 'string' || typeof created !== 'number')
    return undefined;
  if (!Array.isArray(folders) || !folders.every(folder => typeof folder === 'string')) return undefined;
  return { before, after, created, folders };
}
