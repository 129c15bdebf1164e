/** Install and uninstall, for all hosts: what each edit makes of its file. */
import { missingOf, withEntry, withoutEntries } from './edit/json-entry.js';
import { withBlock, withoutBlock } from './edit/text-block.js';
import { hashOf, missingFolders, readHostFile, removeEmptyFolders, writeHostFile } from './files.js';
import type { Edit } from './host.js';
import { type Entry, type Journal, openJournal } from './journal.js';
import { isOursFor } from './ours.js';

/** What becomes of one file. */
export interface FileChange {
  readonly path: string;
  /** Undefined: it is not there. */
  readonly before: string | undefined;
  readonly after: string | undefined;
  readonly mode: number;
  /** What is to be remembered of it; undefined: nothing any more. */
  readonly entry: Entry | undefined;
}

export interface HostPlace {
  readonly host: string;
  /** Where it is remembered what was there before. */
  readonly journalDir: string;
}

/** What installing would do; a file that is right already is left out. @throws {JuiceError} BAD_USE before anything is written. */
export function planInstall(edits: readonly Edit[], { host, journalDir }: HostPlace): readonly FileChange[] {
  const journal = openJournal(journalDir, host);
  return edits.flatMap(edit => {
    const { path } = edit;
    const { text: before, mode } = readHostFile(path);
    const after = installed(edit, before ?? '', host);
    if (after === before) return [];
    const known = journal.find(path);
    // What was there before us is known only as long as nobody else has written since.
    const isOurWork = known !== undefined && before !== undefined && hashOf(before) === known.after;
    const first = isOurWork ? known : firstOf(edit, before, { host, known });
    return [{ path, before, after, mode, entry: { ...first, after: hashOf(after) } }];
  });
}

/** What uninstalling would do. */
export function planUninstall(edits: readonly Edit[], { host, journalDir }: HostPlace): readonly FileChange[] {
  const journal = openJournal(journalDir, host);
  return edits.flatMap(edit => {
    const { path } = edit;
    const { text: before, mode } = readHostFile(path);
    if (before === undefined) return [];
    const known = journal.find(path);
    const isOurWork = known !== undefined && hashOf(before) === known.after;
    const after = isOurWork ? (known.before ?? undefined) : removed(edit, before, { host, known });
    return after === before ? [] : [{ path, before, after, mode, entry: undefined }];
  });
}

/** Does it. Remembers first: a change that is not remembered could not be taken back. */
export function apply(changes: readonly FileChange[], { host, journalDir }: HostPlace): void {
  const journal: Journal = openJournal(journalDir, host);
  for (const { path, after, mode, entry } of changes) {
    const folders = journal.find(path)?.folders ?? [];
    if (entry !== undefined) journal.put(path, entry);
    writeHostFile(path, after, mode);
    if (entry !== undefined) continue;
    journal.put(path, undefined);
    removeEmptyFolders(folders);
  }
}

function installed(edit: Edit, before: string, host: string): string {
  switch (edit.kind) {
    case 'json-entry':
      return withEntry(before, { ...edit, isOurs: isOursFor(host) }, edit.entry);
    case 'text-block':
      return withBlock(edit.path, before, edit.text);
    case 'file':
      return edit.text;
    default: {
      const never: never = edit;
      return never;
    }
  }
}

function removed(
  edit: Edit,
  before: string,
  { host, known }: { host: string; known: Entry | undefined },
): string | undefined {
  switch (edit.kind) {
    case 'json-entry': {
      const place = { ...edit, isOurs: isOursFor(host) };
      const rest = withoutEntries(before, place, known?.created ?? 0);
      return known?.before === null && rest.trim() === '{}' ? undefined : rest;
    }
    case 'text-block': {
      const rest = withoutBlock(edit.path, before);
      return known?.before === null && rest.trim() === '' ? undefined : rest;
    }
    case 'file':
      // What somebody has changed in a file of ours goes with it.
      return before.includes('tinyjuice') ? (known?.before ?? undefined) : before;
    default: {
      const never: never = edit;
      return never;
    }
  }
}

/** What is there without us: an older version of ours may stand in it. */
function firstOf(
  edit: Edit,
  before: string | undefined,
  were: { host: string; known: Entry | undefined },
): Omit<Entry, 'after'> {
  const rest = before === undefined ? undefined : removed(edit, before, were);
  return {
    before: rest ?? null,
    created: edit.kind === 'json-entry' ? missingOf(rest ?? '', edit) : 0,
    folders: before === undefined ? missingFolders(edit.path) : (were.known?.folders ?? []),
  };
}
