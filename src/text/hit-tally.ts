/** How many hits of a search are left out, by file: every file is named, up to a bound. */
import type { SearchLine } from './hits.js';

/** What a mark says of the hits in a gap. */
export interface Hits {
  readonly hits: number;
  /** The file that they are in, or how many files, where no list says it. */
  readonly where: string;
  /** Several files with their hits, in order: `src/cart.ts:12`, and those of one folder in one line, `src/ cart.ts:12 total.ts:3`. */
  readonly list: readonly string[];
  /** Lines of the list; a mark that was read back has only this of it. */
  readonly size: number;
}

/** What a gap's mark says of them, as a pattern. */
export const HITS = '\\d+ hits(?: in .+|, by file in the next \\d+ lines)';

/** The end of a gap's mark, and the list below it. */
export const hitsText = ({ hits, where, list, size }: Hits): string =>
  size === 0 ? `: ${hits} hits in ${where}]` : `: ${hits} hits, by file in the next ${size} lines]\n${list.join('\n')}`;

/** @param text what `HITS` has found. The list is none of it. */
export function parseHits(text: string | undefined): Hits | undefined {
  const [, hits, where = '', size = 0] =
    /^(\d+) hits(?: in (.+)|, by file in the next (\d+) lines)$/s.exec(text ?? '') ?? [];
  return hits === undefined ? undefined : { hits: Number(hits), where, list: [], size: Number(size) };
}

/** Names beyond that are counted by folder, and folders beyond that not at all. */
const MAX_LIST_CHARS = 64_000;
/** Another line among so many is let pass. */
const OTHERS = 10;

interface Folder {
  readonly name: string;
  /** Hits by file, while names are listed. */
  readonly byFile: Map<string, number>;
  files: number;
  hits: number;
  last: string;
}

export class HitTally {
  readonly #folders = new Map<string, Folder>();
  #level: 'names' | 'folders' | 'totals' = 'names';
  #chars = 0;
  #hits = 0;
  #files = 0;
  #lines = 0;
  #others = 0;
  #lastFile: string | undefined;

  /** @param line undefined: it is none of a search's. */
  add(line: SearchLine | undefined, count = 1): void {
    this.#lines += count;
    if (line === undefined) this.#others += count;
    if (line?.file === undefined) return;
    this.#hits += count;
    const { file } = line;
    if (this.#level === 'totals') {
      if (file !== this.#lastFile) this.#files += 1;
    } else this.#addTo(file, count);
    this.#lastFile = file;
  }

  #addTo(file: string, count: number): void {
    const at = Math.max(file.lastIndexOf('/'), file.lastIndexOf('\\')) + 1;
    const name = file.slice(0, at);
    let folder = this.#folders.get(name);
    if (folder === undefined) {
      folder = { name, byFile: new Map(), files: 0, hits: 0, last: '' };
      this.#folders.set(name, folder);
      this.#chars += name.length + FOLDER_CHARS;
    }
    folder.hits += count;
    const base = file.slice(at);
    const known = folder.byFile.get(base);
    const isNew = this.#level === 'names' ? known === undefined : base !== folder.last;
    folder.last = base;
    if (isNew) {
      folder.files += 1;
      this.#files += 1;
    }
    if (this.#level === 'names') {
      folder.byFile.set(base, (known ?? 0) + count);
      if (isNew) this.#chars += base.length + COUNT_CHARS;
    }
    if (this.#chars > MAX_LIST_CHARS) this.#coarsen();
  }

  #coarsen(): void {
    if (this.#level === 'names') {
      this.#level = 'folders';
      for (const folder of this.#folders.values()) folder.byFile.clear();
      this.#chars = [...this.#folders.keys()].reduce((sum, name) => sum + name.length + FOLDER_CHARS, 0);
    }
    if (this.#chars <= MAX_LIST_CHARS) return;
    this.#level = 'totals';
    this.#folders.clear();
  }

  /** Undefined where there are none, or too much else stands among them. */
  toHits(): Hits | undefined {
    if (this.#hits === 0 || this.#others * OTHERS > this.#lines) return undefined;
    const [folder] = this.#folders.values();
    if (this.#files === 1 && folder !== undefined)
      return { hits: this.#hits, where: folder.name + folder.last, list: [], size: 0 };
    const list = [...this.#folders.values()].map(each => this.#lineOf(each));
    return { hits: this.#hits, where: `${this.#files} files`, list, size: list.length };
  }

  #lineOf({ name, byFile, files, hits }: Folder): string {
    if (this.#level === 'folders') return `${name} ${files} files:${hits}`;
    const names = [...byFile].map(([base, count]) => `${base}:${count}`);
    return names.length === 1 ? name + names.join('') : `${name === '' ? './' : name} ${names.join(' ')}`;
  }
}

/** What a count, and a folder's line, cost besides names. */
const COUNT_CHARS = 5;
const FOLDER_CHARS = 12;
