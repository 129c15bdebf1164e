/** Install and uninstall, for all hosts: what each edit makes of its file. */
import { JuiceError } from '../errors.js';
import { missingOf, withEntry, withoutEntries } from './edit/json-entry.js';
import { withBlock, withoutBlock } from './edit/text-block.js';
import { hashOf, missingFolders, readHostFile, removeEmptyFolders, writeHostFile } from './files.js';
import type { Edit } from './host.js';
import { type Entry, type Journal, openJournal } from './journal.js';
import { isOursIn } from './ours.js';

/** What becomes of one file. */
export interface FileChange {
  readonly path: string;
  /** Undefined: it is not there. */
  readonly before: string | undefined;
  readonly after: string | undefined;
  /** Undefined: as the system makes new files. */
  readonly mode: number | undefined;
  /** What is to be remembered of it; undefined: nothing any more. */
  readonly entry: Entry | undefined;
}

export interface HostPlace {
  readonly host: string;
  /** Where it is remembered what was there before. */
  readonly journalDir: string;
}

/**
 * What installing would do; a file that is right already is left out.
 * @param unwanted edits of ours that an earlier install may have made, and this one takes back.
 * @throws {JuiceError} BAD_USE before anything is written.
 */
export function planInstall(
  edits: readonly Edit[],
  place: HostPlace,
  unwanted: readonly Edit[] = [],
): readonly FileChange[] {
  const journal = openJournal(place.journalDir, place.host);
  const changes = byFile([...edits, ...unwanted]).flatMap<FileChange>(([path, all]) => {
    const { text: before, mode: had } = readHostFile(path);
    // Settings may come to hold keys; a note or a plugin holds nothing that others must not read.
    const mode = before === undefined && !all.some(({ kind }) => kind === 'json-entry') ? undefined : had;
    const known = journal.find(path);
    const wanted = all.filter(edit => edits.includes(edit));
    const gone = all.filter(edit => unwanted.includes(edit));
    const rest = withoutOurs(gone, before, { ...place, known });
    const after = wanted.length === 0 ? rest : withOurs(wanted, rest ?? '', place);
    const shared = all.some(isShared) ? journal.ofOthers(path) : undefined;
    if (after === before && (known !== undefined || shared === undefined)) return [];
    if (after === undefined || wanted.length === 0) return [{ path, before, after, mode, entry: undefined }];
    // What was there before us is known only as long as nobody else has written since.
    const isAsLeft = (entry: Entry | undefined): entry is Entry =>
      entry !== undefined && before !== undefined && hashOf(before) === entry.after;
    const first = [known, shared].find(isAsLeft) ?? firstOf(all, before, { ...place, known: known ?? shared });
    const created = createdBy(wanted, first.before ?? '', place);
    return [{ path, before, after, mode, entry: { ...first, created, after: hashOf(after) } }];
  });
  return allowed(changes);
}

/** What uninstalling would do. */
export function planUninstall(edits: readonly Edit[], place: HostPlace): readonly FileChange[] {
  const journal = openJournal(place.journalDir, place.host);
  const changes = byFile(edits).flatMap<FileChange>(([path, all]) => {
    const { text: before, mode } = readHostFile(path);
    const known = journal.find(path);
    if (before === undefined) return [];
    // Another host's agents read the same note.
    if (all.some(isShared) && journal.ofOthers(path) !== undefined)
      return known === undefined ? [] : [{ path, before, after: before, mode, entry: undefined }];
    const isOurWork = known !== undefined && hashOf(before) === known.after;
    const after = isOurWork ? (known.before ?? undefined) : withoutOurs(all, before, { ...place, known });
    return after === before ? [] : [{ path, before, after, mode, entry: undefined }];
  });
  return allowed(changes);
}

/** A file that its user has made read-only could be replaced all the same. @throws {JuiceError} BAD_USE */
function allowed(changes: readonly FileChange[]): readonly FileChange[] {
  for (const { path, before, after, mode } of changes)
    if (before !== undefined && after !== before && mode !== undefined && (mode & 0o200) === 0)
      throw new JuiceError(
        'BAD_USE',
        `${path}: it is read-only. Nothing was changed: chmod u+w it, and run this again.`,
      );
  return changes;
}

/** Does it. Remembers first: a change that is not remembered could not be taken back. */
export function apply(changes: readonly FileChange[], { host, journalDir }: HostPlace): void {
  const journal: Journal = openJournal(journalDir, host);
  for (const { path, before, after, mode, entry } of changes) {
    const folders = journal.find(path)?.folders ?? [];
    if (entry !== undefined) journal.put(path, entry);
    if (after !== before) writeHostFile(path, after, mode);
    if (entry !== undefined) continue;
    journal.put(path, undefined);
    removeEmptyFolders(folders);
  }
}

/** Edits by the file that they are made in, in their order. */
function byFile(edits: readonly Edit[]): readonly (readonly [string, readonly Edit[]])[] {
  const paths = [...new Set(edits.map(({ path }) => path))];
  return paths.map(path => [path, edits.filter(edit => edit.path === path)] as const);
}

/** A block may be the same for several hosts that read one file. */
const isShared = ({ kind }: Edit): boolean => kind === 'text-block';

const withOurs = (edits: readonly Edit[], text: string, place: HostPlace): string =>
  edits.reduce((before, edit) => installed(edit, before, place.host), text);

interface Were extends HostPlace {
  readonly known: Entry | undefined;
}

/** The last edit is taken back first. */
const withoutOurs = (edits: readonly Edit[], text: string | undefined, were: Were): string | undefined =>
  edits.reduceRight<string | undefined>(
    (before, edit) => (before === undefined ? undefined : removed(edit, before, were)),
    text,
  );

function installed(edit: Edit, before: string, host: string): string {
  switch (edit.kind) {
    case 'json-entry':
      return withEntry(
        before.trim() === '' ? freshOf(edit) : before,
        { ...edit, isOurs: isOursIn(edit, host) },
        edit.entry,
      );
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

function removed(edit: Edit, before: string, { host, known }: Were): string | undefined {
  switch (edit.kind) {
    case 'json-entry': {
      const place = { ...edit, isOurs: isOursIn(edit, host) };
      const rest = withoutEntries(before, place, known?.created[placeIn(edit)] ?? 0);
      const isAsMade = [JSON.stringify({}), JSON.stringify(edit.fresh)].includes(rest.replace(/\s/g, ''));
      return known?.before === null && isAsMade ? undefined : rest;
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
function firstOf(edits: readonly Edit[], before: string | undefined, were: Were): Pick<Entry, 'before' | 'folders'> {
  const [{ path } = { path: '' }] = edits;
  // The last that goes takes them away, whoever made them.
  const made = (): readonly string[] => [
    ...missingFolders(path),
    ...openJournal(were.journalDir, were.host).foldersAbove(path),
  ];
  return {
    before: withoutOurs(edits, before, were) ?? null,
    folders: before === undefined ? made() : (were.known?.folders ?? []),
  };
}

/** How many containers each edit makes on its way, one after the other. */
function createdBy(edits: readonly Edit[], first: string, place: HostPlace): Readonly<Record<string, number>> {
  const created: Record<string, number> = {};
  edits.reduce((text, edit) => {
    if (edit.kind === 'json-entry') created[placeIn(edit)] = missingOf(text, edit);
    return installed(edit, text, place.host);
  }, first);
  return created;
}

const freshOf = ({ fresh }: Extract<Edit, { kind: 'json-entry' }>): string =>
  fresh === undefined ? '' : `${JSON.stringify(fresh, undefined, 2)}\n`;

const placeIn = ({ at }: Extract<Edit, { kind: 'json-entry' }>): string => at.join('/');
