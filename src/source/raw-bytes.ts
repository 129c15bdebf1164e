/** The bytes behind arguments and variables that are not UTF-8: Node hands us U+FFFD in their place. Linux only, by /proc. */
import { readFileSync } from 'node:fs';

const LOST = '\uFFFD';

/** Bytes of those arguments that Node could not decode, by their place in `argv`. */
export function rawArguments(argv: readonly string[]): ReadonlyMap<number, Buffer> {
  const found = new Map<number, Buffer>();
  if (!argv.some(argument => argument.includes(LOST))) return found;
  const own = splitAtNul('/proc/self/cmdline');
  let at = own.length - 1;
  for (let index = argv.length - 1; index >= 0; index -= 1) {
    const argument = argv[index] ?? '';
    if (!argument.includes(LOST)) continue;
    while (at >= 0 && own[at]?.toString('utf8') !== argument) at -= 1;
    const bytes = own[at];
    if (bytes !== undefined) found.set(index, bytes);
    at -= 1;
  }
  return found;
}

/** Bytes of the variable's value as we were started with it, without its name; undefined where nobody knows. */
export function rawVariable(name: string): Buffer | undefined {
  const start = Buffer.from(`${name}=`);
  const entry = splitAtNul('/proc/self/environ').find(one => one.subarray(0, start.length).equals(start));
  return entry?.subarray(start.length);
}

/**
 * Lines of `sh` that put the bytes into the shell variable `variable`.
 * `$(…)` drops line ends at the end, so a point is added and taken off again.
 */
export function shellAssignment(variable: string, bytes: Buffer): string {
  const octal = [...bytes].map(byte => `\\0${byte.toString(8).padStart(3, '0')}`).join('');
  return `${variable}=$(printf '%b' '${octal}.'); ${variable}=\${${variable}%.}`;
}

function splitAtNul(path: string): Buffer[] {
  const parts: Buffer[] = [];
  let rest: Buffer;
  try {
    rest = readFileSync(path);
  } catch {
    return parts; // no /proc: the decoded text is all there is
  }
  for (let end = rest.indexOf(0); end !== -1; end = rest.indexOf(0)) {
    parts.push(rest.subarray(0, end));
    rest = rest.subarray(end + 1);
  }
  return parts;
}
