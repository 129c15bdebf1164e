/** Other programs that change what a host's tools print, or what they run: found by their names. */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { parse as parseToml } from 'smol-toml';
import { valueAt } from './edit/json-entry.js';
import type { Host, Places } from './host.js';
import { isOursFor, textsIn } from './ours.js';
import { fieldsOf } from './values.js';

export interface Competitor {
  readonly name: string;
  /** The file that it stands in. */
  readonly path: string;
}

/** In a command, or in the name of a file: as a program, as a script of it, or in its own folder. */
const NAMES = /(?:^|[\\/\s'"=-])(?:(rtk|lean-ctx)(?=$|[\s'".-])|(squeez|tokenjuice|lean-ctx)(?=$|[\s'"./\\-]))/;

/** Each once. Nothing of a file that cannot be read: the host will tell of that itself. */
export function competitorsOf(host: Host, places: Places): readonly Competitor[] {
  const own = host.edits(places).flatMap(({ kind, path }) => (kind === 'json-entry' ? [path] : []));
  const isOurs = isOursFor(host.name);
  const found = new Map<string, Competitor>();
  for (const path of [...own, ...(host.hookPlaces?.(places) ?? [])].flatMap(filesAt))
    for (const text of textsOf(path)) {
      const [, name = '', other = ''] = (isOurs(text) ? null : NAMES.exec(text)) ?? [];
      const known = name + other;
      if (known !== '' && !found.has(known)) found.set(known, { name: known, path });
    }
  return [...found.values()];
}

/** The file itself, or those in a folder. */
function filesAt(path: string): readonly string[] {
  try {
    return readdirSync(path)
      .sort()
      .map(name => join(path, name));
  } catch {
    return [path]; // a file, or nothing
  }
}

/** Commands of hooks in a file of settings; of code, its own name. */
function textsOf(path: string): readonly string[] {
  const name = path.slice(path.lastIndexOf('/') + 1);
  if (!/\.(?:json|jsonc|toml)$/.test(name)) return [name];
  try {
    if (!statSync(path).isFile()) return []; // a pipe would hold us up
    const file = readFileSync(path, 'utf8');
    const hooks = name.endsWith('.toml') ? fieldsOf(parseToml(file)).hooks : valueAt(file, path, ['hooks']);
    return textsIn(fieldsOf(hooks));
  } catch {
    return [];
  }
}
