/** Command lines with a shell's syntax. A file of its own in dist, see `dev/build.ts`: its parser is large. */
import { type Command, type CommandNode, type CompoundList, parse, type Statement, type Word } from 'unbash';
import { readStages, type Stage } from './pipe.js';
import { isTooLong, MAX_DEPTH, plainWords } from './plain-words.js';
import { redirected } from './redirects.js';
import { NOTHING, type Reading, readsCommands, readWords, UNREAD } from './speaker.js';
import { unwrap } from './unwrap.js';

export { inventoryIntent } from './safe-inventory.js';

/** Parts of a command looked at, functions each time they are called. */
const MAX_STEPS = 4_000;
const MAX_SPEAKERS = 200;

type Node = Statement['command'] | CommandNode | CompoundList;

interface Scope {
  readonly depth: number;
  /** Known so far, without those that are being called. */
  readonly functions: Map<string, Node>;
  readonly steps: { left: number };
  /** What is said aside is said many times. */
  readonly isLoop: boolean;
}

/** Reads a text, or words that hold one. Never throws, and takes some milliseconds at most. */
export function readShell(command: string | readonly string[]): Reading {
  const scope: Scope = { depth: 0, functions: new Map(), steps: { left: MAX_STEPS }, isLoop: false };
  const reading =
    typeof command === 'string' ? readText(command, scope) : readWords(command, text => readText(text, scope));
  return reading.speakers.length > MAX_SPEAKERS
    ? { speakers: reading.speakers.slice(0, MAX_SPEAKERS), isWhole: false }
    : reading;
}

function readText(text: string, outer: Scope): Reading {
  const scope = { ...outer, depth: outer.depth + 1 };
  if (scope.depth > MAX_DEPTH || isTooLong(text) || text.includes('\0')) return UNREAD;
  const words = plainWords(text);
  if (words !== undefined) return readWords(words, inner => readText(inner, scope));
  try {
    const { commands, errors } = parse(text);
    const { speakers, isWhole } = readStatements(commands, scope);
    return { speakers, isWhole: isWhole && (errors ?? []).length === 0 };
  } catch (error) {
    // The parser recurses: text that is nested too deeply is no command that anyone reads.
    if (error instanceof RangeError) return UNREAD;
    throw error;
  }
}

const readStatements = (statements: readonly Statement[], scope: Scope): Reading =>
  joined(statements.map(({ command }) => readNode(command, scope)));

const joined = (readings: readonly Reading[]): Reading => ({
  speakers: readings.flatMap(({ speakers }) => speakers),
  isWhole: readings.every(({ isWhole }) => isWhole),
});

function readNode(node: Node, scope: Scope): Reading {
  scope.steps.left -= 1;
  if (scope.steps.left < 0) return UNREAD;
  const all = (...nodes: readonly (Node | undefined)[]): Reading =>
    joined(nodes.map(each => (each === undefined ? NOTHING : readNode(each, scope))));
  switch (node.type) {
    case 'Command':
      return readCommand(node, scope);
    case 'CompoundList':
      return readStatements(node.commands, scope);
    case 'Pipeline':
      return readStages(node.commands.map(stage => readStage(stage, scope)));
    case 'AndOr':
      return all(...node.commands);
    case 'If':
      return all(node.clause, node.then, ...node.elif.flatMap(({ clause, then }) => [clause, then]), node.else);
    case 'For':
    case 'ArithmeticFor':
    case 'Select':
      return readNode(node.body, { ...scope, isLoop: true });
    case 'While':
      return joined([node.clause, node.body].map(part => readNode(part, { ...scope, isLoop: true })));
    case 'Case':
      return all(...node.items.map(({ body }) => body));
    case 'Subshell':
    case 'BraceGroup':
      return readNode(node.body, scope);
    case 'Redirected':
      return redirected(readNode(node.command, scope), node.redirects);
    case 'Function':
      scope.functions.set(node.name.value, node.body);
      return NOTHING;
    case 'Coproc':
    case 'TestCommand':
    case 'ArithmeticCommand':
      return NOTHING;
    default:
      return node satisfies never;
  }
}

function readCommand(command: Command, scope: Scope): Reading {
  return redirected(spokenBy(command, scope), command.redirects);
}

function spokenBy(command: Command, scope: Scope): Reading {
  const words = wordsOf(command);
  const [name] = words;
  // PowerShell's way to set a variable.
  if (name === undefined || /^\$env:\w+=/.test(name)) return NOTHING;
  const called = scope.functions.get(name);
  if (called !== undefined) {
    const functions = new Map(scope.functions);
    functions.delete(name);
    return readNode(called, { ...scope, functions });
  }
  if (name === 'eval' && command.args.every(isSubstitution)) return FETCHES.test(words.join(' ')) ? UNREAD : NOTHING;
  if (name === 'trap' && words.length > 2 && words[1] !== '-') return readText(words[1] ?? '', scope);
  // From here on a word may mean another one.
  if (name === 'alias' && words.some(word => word.includes('='))) return UNREAD;
  if (RUNS_FILE.test(name) && command.args.some(isProcess)) return UNREAD;
  const text = textFor(command, words);
  if (text !== undefined) return readText(text, scope);
  const { speakers, isWhole } = readWords(words, inner => readText(inner, scope));
  return { speakers: scope.isLoop ? speakers.map(each => ({ ...each, isAside: false })) : speakers, isWhole };
}

/** Quotes taken off; what is only known when it runs stands as it is written. */
function wordsOf({ name, args }: Command): readonly string[] {
  if (name === undefined) return [];
  const rest = args.map(each => {
    if (each.type === 'Word') return plainValue(each);
    return each.value.type === 'Word' ? `${each.name}=${each.value.value}` : each.text;
  });
  return [plainValue(name), ...rest];
}

/** `C:\tools\x.exe` is no word with signs that a backslash guards; `c\at` is one. */
const plainValue = ({ text, value }: Word): string => (WINDOWS_PATH.test(text) && !READER.test(value) ? text : value);

const READER = /^(?:cat|tac|head|tail|nl|sed|awk|jq|less|more|bat|xxd|od)$/;

const WINDOWS_PATH = /^(?:[A-Za-z]:|\.{1,2}|[\w.-]+)?\\[\w.-]+(?:\\[\w.@-]+)*$/;

/** `bash <(curl …)`: what is run, another command writes. */
const RUNS_FILE = /^(?:(?:\S*\/)?(?:ba|da|a|z|k|mk|fi)?sh|source|\.)$/;
const isProcess = (argument: Command['args'][number]): boolean => /^[<>]\(/.test(argument.text);

/** `eval "$(ssh-agent)"`: sets what a program says, mostly. */
const isSubstitution = (argument: Command['args'][number]): boolean => {
  if (argument.type !== 'Word') return false;
  const parts = (argument.parts ?? []).flatMap<{ readonly type: string }>(part =>
    part.type === 'DoubleQuoted' ? part.parts : [part],
  );
  return parts.length > 0 && parts.every(({ type }) => type === 'CommandExpansion');
};

/** What is read from there may run anything. */
const FETCHES = /\b(?:cat|curl|wget|sed|awk|head|tail)\b|</;

/** What a shell reads from a here-document: `bash <<EOF`. */
function textFor({ redirects }: Command, words: readonly string[]): string | undefined {
  const input = redirects.findLast(({ type }) => type === 'HereDoc' || type === 'HereString');
  if (input === undefined) return undefined;
  const { core } = unwrap(words);
  if (core.kind !== 'command' || !readsCommands(core.command)) return undefined;
  return input.type === 'HereDoc' ? input.body.text : input.type === 'HereString' ? input.target?.value : undefined;
}

function readStage(node: CommandNode, scope: Scope): Stage {
  const reading = readNode(node, scope);
  if (node.type !== 'Command') return { reader: undefined, isArguments: false, reading };
  const { core, takesInput } = unwrap(wordsOf(node));
  return { reader: core.kind === 'command' ? core.command : undefined, isArguments: takesInput, reading };
}
