/** A shell command → the simple commands in it, each with its program and arguments, without what only wraps them. */
import type { SimpleCommand } from '../rules/match.js';

/** What joins a simple command to the one before it. */
type Join = 'first' | 'list' | 'pipe';

export interface ParsedCommand {
  /** The producers of output, in order; of a pipeline its first command. */
  readonly commands: readonly SimpleCommand[];
  /** True if a later stage of a pipeline changes the text's form (`| grep`, `| wc`). */
  readonly isFiltered: boolean;
}

/** Programs that only start another one; the value says how many of their own arguments to skip. */
const WRAPPERS: Readonly<Record<string, number>> = {
  sudo: 0, doas: 0, env: 0, time: 0, nice: 0, nohup: 0, stdbuf: 0, command: 0, exec: 0, npx: 0, bunx: 0, pnpx: 0,
  timeout: 1, xargs: 0, setsid: 0, unbuffer: 0, ionice: 0, chronic: 0, script: 0,
}; // biome-ignore format: a table
/** Subcommands that do the same (`pnpm exec vitest`). */
const SUB_WRAPPERS: Readonly<Record<string, readonly string[]>> = {
  pnpm: ['exec', 'dlx'],
  yarn: ['exec', 'dlx', 'run'],
  npm: ['exec'],
  uv: ['run'],
  poetry: ['run'],
  pipenv: ['run'],
  bundle: ['exec'],
  bun: ['x'],
  tinyjuice: ['wrap'],
};
/** Flags of wrappers that take a value. */
const VALUE_FLAGS = /^-(?:u|g|n|p|k|s|C|c|i|o|e|-kill-after|-signal|-user|-adjustment|-package|-with|-python|-extra)$/;
/** Programs that say nothing themselves or only set the stage. */
const SILENT = new Set([
  'cd',
  'export',
  'set',
  'source',
  '.',
  'true',
  'mkdir',
  'rm',
  'sleep',
  'pushd',
  'popd',
  ':',
  'unset',
  'umask',
  'test',
  '[',
]);
/** Pipeline stages that leave the text's form as it is. */
const KEEPS_FORM = new Set(['tee', 'cat', 'ts', 'head', 'tail', 'less', 'more', 'pv', 'sponge']);

/** Reads a command line as a shell would, as far as needed to know which programs speak. Never throws. */
export function parseCommand(text: string): ParsedCommand {
  const commands: SimpleCommand[] = [];
  let isFiltered = false;
  for (const { words, join } of splitCommands(text)) {
    const command = unwrap(words);
    if (command === undefined) continue;
    if (join === 'pipe') {
      if (!KEEPS_FORM.has(command.program)) isFiltered = true;
    } else if (!SILENT.has(command.program)) {
      const inner = shellString(command);
      if (inner === undefined) commands.push(command);
      else commands.push(...parseCommand(inner).commands);
    }
  }
  return { commands, isFiltered };
}

/** The command string of `bash -lc '…'`. */
function shellString({ program, args }: SimpleCommand): string | undefined {
  if (!/^(?:ba|da|z|k)?sh$/.test(program)) return undefined;
  const at = args.findIndex(arg => /^-[a-z]*c$/.test(arg));
  return at < 0 ? undefined : args[at + 1];
}

/** Takes assignments, redirects and wrappers off the front. */
function unwrap(words: readonly string[]): SimpleCommand | undefined {
  let rest = words.filter(word => word !== '!' && word !== '{' && word !== '}' && word !== '(' && word !== ')');
  for (let depth = 0; depth < 8; depth += 1) {
    while (rest[0] !== undefined && /^\w+=/.test(rest[0])) rest = rest.slice(1);
    const head = rest[0];
    if (head === undefined) return undefined;
    const program = programName(head);
    const skip = WRAPPERS[program];
    const next = rest[1] ?? '';
    if (skip !== undefined && rest.length > 1) rest = skipFlags(rest.slice(1)).slice(skip);
    else if (SUB_WRAPPERS[program]?.includes(next)) rest = skipFlags(rest.slice(2));
    else if (/^python[\d.]*$/.test(program) && next === '-m') rest = rest.slice(2);
    else if (program === 'cargo' && next.startsWith('+')) rest = [head, ...rest.slice(2)];
    else if (program === 'git') return { program, args: skipFlags(rest.slice(1)) };
    else return { program, args: rest.slice(1) };
  }
  return undefined;
}

const programName = (word: string): string => (word.split(/[\\/]/).pop() ?? word).replace(/\.(?:exe|cmd|bat)$/i, '');

function skipFlags(words: readonly string[]): string[] {
  let at = 0;
  while (at < words.length) {
    const word = words[at] ?? '';
    if (word === '--') return words.slice(at + 1);
    if (/^\w+=/.test(word)) at += 1;
    else if (!word.startsWith('-')) break;
    else at += VALUE_FLAGS.test(word) ? 2 : 1;
  }
  return words.slice(at);
}

/** Cuts a command line at `;`, `&&`, `||`, `|`, `&` and line ends; quotes and backslashes obeyed, redirects left out. */
function splitCommands(text: string): { words: string[]; join: Join }[] {
  const out: { words: string[]; join: Join }[] = [];
  let words: string[] = [];
  let join: Join = 'first';
  const token =
    /\s*(?:(\d*(?:>>?|<<?<?)&?\s*(?:[^\s;|&<>()]+|&\d)?)|(\|\||&&|[;|&\n])|((?:[^\s;|&<>()'"\\]|\\[\s\S]|'[^']*'|"(?:[^"\\]|\\[\s\S])*")+)|([()]))/gy;
  for (let found = token.exec(text); found !== null && found[0] !== ''; found = token.exec(text)) {
    const operator = found[2];
    if (operator !== undefined) {
      if (words.length > 0) out.push({ words, join });
      words = [];
      join = operator === '|' ? 'pipe' : 'list';
    } else if (found[3] !== undefined) words.push(unquote(found[3]));
  }
  if (words.length > 0) out.push({ words, join });
  return out;
}

const unquote = (word: string): string =>
  word.replace(/'([^']*)'|"((?:[^"\\]|\\[\s\S])*)"|\\([\s\S])/g, (_all, single, double, escaped) =>
    String(single ?? (double === undefined ? escaped : String(double).replace(/\\(["\\$`])/g, '$1'))),
  );
