/** Our folders by the variables that name them: a shell understands it, and nobody's name or folder is told. */
import { printable } from '../../text/printable.js';

const VARIABLES = ['XDG_CACHE_HOME', 'XDG_CONFIG_HOME', 'XDG_DATA_HOME', 'XDG_STATE_HOME', 'HOME'];

export type ShowPath = (path: string) => string;

/** `$HOME/.cache/tinyjuice/ccr`; a path below none of the variables stays as it is. */
export function pathShower(variables: Readonly<Record<string, string | undefined>>): ShowPath {
  return path => {
    for (const name of VARIABLES) {
      const folder = variables[name]?.replace(/\/+$/, '');
      if (folder?.startsWith('/') && path.startsWith(`${folder}/`))
        return printable(`$${name}${path.slice(folder.length)}`, 400);
    }
    return printable(path, 400);
  };
}
