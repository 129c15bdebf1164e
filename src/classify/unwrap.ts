/** Takes off a command what only starts it: assignments, `sudo`, `npx`, `uv run`, `bash -lc` and the like. */
import type { SimpleCommand } from '../rules/match.js';
import { behindFlag, cutFlags, isOneOf, own } from './flags.js';
import { programName, toCommand } from './program.js';
import { SUBCOMMANDS, WRAPPERS, type Wrapper } from './wrappers.js';

/** What stands behind all wrappers. */
export type Core =
  | { readonly kind: 'command'; readonly command: SimpleCommand }
  /** Text for a shell. */
  | { readonly kind: 'script'; readonly text: string }
  /** Assignments alone, or nothing. */
  | { readonly kind: 'nothing' };

export interface Unwrapped {
  readonly core: Core;
  /** Its words are what a shell runs: `test` is the builtin, not a script called so. */
  readonly isOfShell: boolean;
  /** False: a wrapper has lines of its own, or it is not sure that this is the command. */
  readonly isSure: boolean;
  /** What it reads is taken for arguments (`xargs`). */
  readonly takesInput: boolean;
}

/** One within the other; more is not meant seriously. */
const MAX_WRAPPERS = 12;

/** @param words of one simple command, quotes taken off. */
export function unwrap(words: readonly string[]): Unwrapped {
  let rest = words;
  const found = { isOfShell: true, isSure: true, takesInput: false };
  for (let depth = 0; depth < MAX_WRAPPERS; depth += 1) {
    rest = rest.slice(countAssignments(rest));
    if (rest[0] === undefined) return { ...found, core: { kind: 'nothing' } };
    const text = shellText(rest);
    if (text !== undefined) return { ...found, core: { kind: 'script', text } };
    const wrapped = wrapperOf(rest);
    const inner = wrapped === undefined ? undefined : innerOf(wrapped.wrapper, wrapped.args);
    if (wrapped === undefined || inner === undefined)
      return { ...found, core: { kind: 'command', command: toCommand(rest) } };
    if (wrapped.wrapper.isTool) found.isOfShell = false;
    if (wrapped.wrapper.isLoose) found.isSure = false;
    if (wrapped.wrapper.takesInput) found.takesInput = true;
    if (typeof inner === 'string') return { ...found, core: { kind: 'script', text: inner } };
    rest = inner;
  }
  return { ...found, isSure: false, core: { kind: 'nothing' } };
}

function countAssignments(words: readonly string[]): number {
  const first = words.findIndex(word => !/^[A-Za-z_]\w*\+?=/.test(word));
  return first < 0 ? words.length : first;
}

interface Wrapped {
  readonly wrapper: Wrapper;
  /** The wrapper's words behind its name. */
  readonly args: readonly string[];
}

function wrapperOf(words: readonly string[]): Wrapped | undefined {
  const program = programName(words[0] ?? '');
  const plain = own(WRAPPERS, program);
  if (plain !== undefined) return { wrapper: plain, args: words.slice(1) };
  const subcommands = own(SUBCOMMANDS, program);
  if (subcommands === undefined) return undefined;
  const args = frontOf(program, words);
  const wrapper = args && (own(subcommands, `${args[0]} ${args[1]}`) ?? own(subcommands, args[0] ?? ''));
  if (args === undefined || wrapper === undefined) return undefined;
  return { wrapper, args: args.slice(own(subcommands, `${args[0]} ${args[1]}`) === wrapper ? 2 : 1) };
}

/** From the subcommand on. What pnpm runs in several packages is pnpm's to show. */
function frontOf(program: string, words: readonly string[]): readonly string[] | undefined {
  if (program === 'pnpm') {
    const { flags, rest } = cutFlags(words.slice(1), '-C --dir --filter -F --loglevel --reporter');
    return flags.some(flag => isOneOf(flag, '-r --recursive')) ? undefined : rest;
  }
  const { program: found, args } = toCommand(words);
  if (found !== program) return undefined;
  if (!/^(?:docker|podman|nerdctl)$/.test(program) || args[0] !== 'compose') return args;
  return ['compose', ...cutFlags(args.slice(1), '-f --file -p --project-name --profile --env-file').rest];
}

/** The words that a wrapper starts, or shell text; undefined where it starts nothing that can be seen. */
function innerOf(wrapper: Wrapper, args: readonly string[]): readonly string[] | string | undefined {
  const { values = '', behind, script, isLate, unless, dashes } = wrapper;
  const { flags, rest } = cutFlags(args, values);
  if (unless !== undefined && flags.some(flag => isOneOf(flag, unless))) return undefined;
  const late = isLate
    ? args.slice(
        Math.max(
          0,
          args.findIndex(word => isOneOf(word, `${script} ${behind}`)),
        ),
      )
    : args;
  const text = script === undefined ? undefined : textBehind(late, script, values);
  if (text !== undefined) return text;
  if (behind !== undefined) return some(behindFlag(late, behind, values));
  const dash = dashes ? args.indexOf('--') : -1;
  if (dash >= 0) return some(args.slice(dash + 1));
  const assignments = countAssignments(rest);
  const inner = rest.slice(assignments).slice(wrapper.own ?? 0);
  const innerText = script === undefined || wrapper.own === undefined ? undefined : textBehind(inner, script, '');
  if (innerText !== undefined) return innerText;
  const words = inner[0] === '--' ? inner.slice(1) : inner;
  if (words.length === 0 || (words[0] ?? '').startsWith('-')) return undefined;
  return wrapper.joins ? words.join(' ') : words;
}

const some = (words: readonly string[] | undefined): readonly string[] | undefined =>
  words === undefined || words.length === 0 ? undefined : words;

/** `-c TEXT`, `-qc TEXT`, `--command=TEXT`. */
function textBehind(args: readonly string[], script: string, values: string): string | undefined {
  const [text] = behindFlag(args, script, values) ?? [];
  if (text !== undefined) return text;
  for (const flag of cutFlags(args, values).flags) {
    const cut = flag.indexOf('=');
    if (flag.startsWith('--') && cut > 0 && isOneOf(flag.slice(0, cut), script)) return flag.slice(cut + 1);
  }
  const at = args.findIndex(word => /^-[a-z]+c$/.test(word));
  const before = at < 0 ? undefined : cutFlags(args.slice(0, at), values).rest;
  return before?.length === 0 && isOneOf('-c', script) ? args[at + 1] : undefined;
}

/** The text of `bash -lc TEXT` and `cmd /c TEXT`. */
function shellText([head = '', ...args]: readonly string[]): string | undefined {
  const program = programName(head).toLowerCase();
  if (program === 'cmd' && /^\/[cCkK]$/.test(args[0] ?? '')) return args.slice(1).join(' ');
  if (!isShell(program)) return undefined;
  const { flags, rest } = cutFlags(args, '-o -O --rcfile --init-file');
  return flags.some(flag => /^-[a-zA-Z]*c[a-zA-Z]*$/.test(flag)) ? rest[0] : undefined;
}

/** Whether a program reads commands as bash does. */
export const isShell = (program: string): boolean => /^(?:ba|da|a|z|k|mk|fi)?sh$/.test(program);
