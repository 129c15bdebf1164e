/** Which commands in a host's settings are of our making. */
import { readFileSync, realpathSync } from 'node:fs';
import { dirname, isAbsolute, join } from 'node:path';
import { fieldsOf } from './values.js';

const NAME = 'tinyjuice';

/** Whether some text in a value runs our hook for this host. Other programs have hooks of the same names. */
export function isOursFor(host: string): (value: unknown) => boolean {
  const command = new RegExp(String.raw`(?:'([^']*)'|"([^"]*)"|(\S+)) hook ${host}(?:\s|$)`);
  return value =>
    textsIn(value).some(text => {
      const [, single, double, bare] = command.exec(text) ?? [];
      return isOurProgram(single ?? double ?? bare ?? '');
    });
}

/** The same for an entry of one edit, which may be no command. */
export function isOursIn({ entry }: { readonly entry: unknown }, host: string): (value: unknown) => boolean {
  const isCommand = isOursFor(host);
  const text = JSON.stringify(entry);
  return value => isCommand(value) || JSON.stringify(value) === text;
}

/** All texts in a value, at any depth. */
export function textsIn(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [];
}

/** By its name, or as the script of a build: in a folder that is called after us, or of a package that is. */
function isOurProgram(path: string): boolean {
  if (/(?:^|[\\/])tinyjuice(?:\.cmd)?$/.test(path)) return true;
  if (!/(?:^|[\\/])dist[\\/]cli\.js$/.test(path)) return false;
  return /[\\/]tinyjuice[^\\/]*[\\/]/.test(path) || (isAbsolute(path) && isOurBuild(path));
}

function isOurBuild(path: string): boolean {
  try {
    const text = readFileSync(join(dirname(realpathSync(path)), '..', 'package.json'), 'utf8');
    return fieldsOf(JSON.parse(text)).name === NAME;
  } catch {
    return false; // it is gone, or nobody's package
  }
}
