/** Commands that list what there is (`find`, `ls`): whether the whole line does nothing else. */
import {
  type Command,
  type CommandNode,
  forEachChild,
  type PipelineNode,
  parse,
  type Statement,
  type SyntaxNode,
} from 'unbash';
import type { SimpleCommand } from '../rules/match.js';
import { isTooLong, MAX_DEPTH } from './plain-words.js';
import { unwrap } from './unwrap.js';

/**
 * `inventory`: a listing that stands alone, or feeds only what picks, sorts and counts its rows. `unsafe`: there is one,
 * but it runs other commands, writes elsewhere or stands among others. `unread`: nobody can tell. `other`: there is none.
 */
export type Intent = 'inventory' | 'unsafe' | 'unread' | 'other';

/** Reads a command, as text for a shell or as words. Never throws. */
export function inventoryIntent(command: string | readonly string[], depth = 0): Intent {
  if (depth > MAX_DEPTH || isTooLong(command)) return 'unread';
  if (typeof command !== 'string') return intentOfWords(command, depth);
  try {
    const { commands, errors } = parse(command);
    const all = [...simpleCommands(commands)];
    const intents = all.map(each => intentOfWords(wordsOf(each), depth));
    if ((errors ?? []).length > 0 || intents.includes('unread')) return 'unread';
    if (intents.every(intent => intent === 'other')) return 'other';
    const stages = commands.length === 1 && commands[0] !== undefined ? stagesOf(commands[0]) : undefined;
    return stages !== undefined && isSafePipeline(stages, depth) ? 'inventory' : 'unsafe';
  } catch (error) {
    // The parser recurses: text that is nested too deeply is no command that anyone reads.
    if (error instanceof RangeError) return 'unread';
    throw error;
  }
}

function intentOfWords(words: readonly string[], depth: number): Intent {
  const { core, takesInput, isSure } = unwrap(words);
  if (core.kind === 'nothing') return isSure ? 'other' : 'unread';
  if (core.kind === 'script') return inventoryIntent(core.text, depth + 1);
  if (!isInventory(core.command)) return 'other';
  return runsOthers(core.command) || takesInput ? 'unsafe' : 'inventory';
}

function isInventory({ program, args }: SimpleCommand): boolean {
  if (program === 'rg') return args.includes('--files');
  if (program === 'git') return args[0] === 'ls-files';
  return /^(?:find|gfind|fd|fdfind|ls|gls|tree|eza|exa|lsd)$/.test(program);
}

/** `find -exec`, `fd --exec`: what is printed is what others print. `-delete` and `-fprint` do more than list. */
const RUNS = /^(?:-(?:exec|execdir|ok|okdir|delete|fprint0?|fprintf|fls)|--exec(?:-batch)?(?:=.*)?)$/;
/** The same of single programs: `fd -x`, `tree -o FILE`, `rg --pre COMMAND`. */
const RUNS_IN: readonly (readonly [RegExp, RegExp])[] = [
  [/^fd/, /^-[a-wyzA-WYZ]*[xX]/],
  [/^tree$/, /^-o/],
  [/^rg$/, /^--(?:pre|hostname-bin)(?:=|$)/],
];
const runsOthers = ({ program, args }: SimpleCommand): boolean =>
  args.some(arg => RUNS.test(arg) || RUNS_IN.some(([of, told]) => of.test(program) && told.test(arg)));

interface Stages {
  readonly commands: readonly CommandNode[];
}

/** The pipeline that a statement is, behind `cd DIR &&`; undefined for anything else. */
function stagesOf({ command, background }: Statement): Stages | undefined {
  if (background) return undefined;
  let node: PipelineNode | typeof command = command;
  if (node.type === 'AndOr') {
    const { commands, operators } = node;
    const last: PipelineNode | undefined = commands[commands.length - 1];
    if (last === undefined || operators.includes('||') || !commands.slice(0, -1).every(changesFolder)) return undefined;
    node = last;
  }
  if (node.type === 'Pipeline') return { commands: node.commands };
  return node.type === 'Command' ? { commands: [node] } : undefined;
}

const changesFolder = (node: PipelineNode): boolean =>
  node.type === 'Command' &&
  isPlain(node) &&
  /^(?:cd|pushd)$/.test(wordsOf(node)[0] ?? '') &&
  wordsOf(node).length === 2;

function isSafePipeline({ commands }: Stages, depth: number): boolean {
  const [source, ...filters] = commands;
  if (source?.type !== 'Command' || !isPlain(source) || source.args.some(mayBeFlags)) return false;
  if (intentOfWords(wordsOf(source), depth) !== 'inventory') return false;
  return filters.every(filter => filter.type === 'Command' && isPlain(filter) && onlyPicks(wordsOf(filter)));
}

/** What a filter may be told: flags, and the numbers behind some of them. A file would be read instead of the listing. */
const PICKS: Readonly<Record<string, RegExp>> = {
  head: /^(?:-[ncqvz]?\d*|--(?:lines|bytes)(?:=-?\d+)?|\d+)$/,
  tail: /^(?:[-+][ncqvz]?[-+]?\d*|--(?:lines|bytes)(?:=[-+]?\d+)?|\d+)$/,
  sort: /^(?:-[bdfghiMnRrVuz]+|-k\d*[\d.,bdfgiMnr]*|-t.?|--(?:reverse|unique|numeric-sort|human-numeric-sort|version-sort)|\d+(?:,\d+)?[nr]*)$/,
  uniq: /^(?:-[cdiuz]+|--(?:count|repeated|unique|ignore-case))$/,
  wc: /^(?:-[lwcmL]+|--(?:lines|words|bytes|chars))$/,
};
const SED_PRINT = /^\d+(?:,(?:\d+|\$))?p$/;

function onlyPicks([program = '', ...args]: readonly string[]): boolean {
  if (program === 'sed') return args.length === 2 && args[0] === '-n' && SED_PRINT.test(args[1] ?? '');
  const allowed = Object.hasOwn(PICKS, program) ? PICKS[program] : undefined;
  return allowed !== undefined && args.every(arg => allowed.test(arg));
}

/** No redirection, and no word that another command writes. */
const isPlain = (command: Command): boolean => command.redirects.length === 0 && !holdsSubstitution(command);

const SUBSTITUTIONS: readonly SyntaxNode['type'][] = [
  'CommandExpansion',
  'ProcessSubstitution',
  'ArithmeticCommandExpansion',
];
const holdsSubstitution = (node: SyntaxNode): boolean =>
  [...nodesOf(node)].some(({ type }) => SUBSTITUTIONS.includes(type));

/** Without quotes a variable may hold several words, such as `-exec cat {} +`; some hold a folder. */
const mayBeFlags = ({ text }: Command['args'][number]): boolean =>
  (/^\$/.test(text) && !/^\$\{?(?:HOME|PWD|OLDPWD|TMPDIR|ROOT|\w*(?:DIR|PATH|ROOT|HOME))\b\}?/.test(text)) ||
  /\$\{[^}]*@[A-Za-z]\}/.test(text);

function* simpleCommands(statements: readonly Statement[]): Generator<Command> {
  for (const statement of statements) for (const node of nodesOf(statement)) if (node.type === 'Command') yield node;
}

/** All nodes of a tree, with those inside words: what stands in `$(…)` runs too. */
function* nodesOf(root: SyntaxNode): Generator<SyntaxNode> {
  const waiting = [root];
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    yield node;
    forEachChild(node, child => void waiting.push(child));
  }
}

/** Quotes taken off. */
function wordsOf({ name, args }: Command): readonly string[] {
  if (name === undefined) return [];
  return [name.value, ...args.map(each => (each.type === 'Word' ? each.value : each.text))];
}
