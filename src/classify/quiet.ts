/** Commands that say nothing unless they fail: what they are run beside tells what the output is. */
import type { SimpleCommand } from '../rules/match.js';

/** Whether the program, with these arguments, has nothing to say but what went wrong. */
export const isQuiet = ({ program, args }: SimpleCommand): boolean => QUIET.get(program)?.(args) === true;

type SaysNothing = (args: readonly string[]) => boolean;

const has = (args: readonly string[], flag: RegExp): boolean => args.some(arg => flag.test(arg));
const QUIETLY = /^(?:-[a-zA-Z]*q[a-zA-Z]*|--quiet)$/;

/** What is edited in place is not shown. */
const editsInPlace: SaysNothing = args => has(args, /^(?:-[nErzs]*i|--in-place)/) && !has(args, /\/dev\/std|^--debug$/);
const isInPlaceScript: SaysNothing = args =>
  has(args.slice(0, 3), /^-[pnl0]*i/) && has(args, /^-[pnli0]*e/) && !has(args, /\/dev\/std|\bSTD(?:OUT|ERR)\b/);

/** A bundle of letters, to a file: neither listed nor put out. */
const packs: SaysNothing = args =>
  /^-?[a-zA-Z]*[xcru]/.test(args[0] ?? '') &&
  /^-?[a-zA-Z]*f/.test(args[0] ?? '') &&
  !/[vOtwR]/.test(args[0] ?? '') &&
  !has(args, /^-$|^-[a-zA-Z]*v|^--(?:verbose|to-stdout|checkpoint|totals)/);
const unpacks: SaysNothing = args => has(args, QUIETLY) && !has(args, /^-[a-zA-Z]*[pclvZtz]/);

/** The body goes to a file, and progress nowhere. */
const isCurlQuiet: SaysNothing = args =>
  has(args, /^(?:-[fsSLkgGjJR046]*s|--silent$)/) &&
  has(args, /^(?:-[fsSLkgGjJR046]*[oO]|--output$|--remote-name$)/) &&
  !has(args, /^-$|^-[a-zA-Z]*[vwDi]|^--(?:verbose|write-out|dump-header|include|trace)/);
const isWgetQuiet: SaysNothing = args =>
  has(args, QUIETLY) && !/(?:^| )(?:-[a-zA-Z]*O ?|--output-document[= ])-(?: |$)/.test(args.join(' '));

const GIT_SILENT = /^(?:add|mv|update-index|symbolic-ref|update-ref|read-tree)$/;
const GIT_SPEAKS = /^(?:-[a-zA-Z]*[vnipe][a-zA-Z]*|--(?:verbose|dry-run|interactive|patch|edit))$/;
const GIT_QUIET = /^(?:init|clone|fetch|checkout|switch|commit|stash|reset|clean|rm)$/;

function isGitQuiet([verb = '', ...args]: readonly string[]): boolean {
  if (verb === 'config') return args.filter(arg => !arg.startsWith('-')).length === 2 && !has(args, /^--?(?:get|l)/);
  if (GIT_SILENT.test(verb)) return !has(args, GIT_SPEAKS);
  return GIT_QUIET.test(verb) && has(args, QUIETLY);
}

const QUIET: ReadonlyMap<string, SaysNothing> = new Map<string, SaysNothing>([
  ['sed', editsInPlace],
  ['gsed', editsInPlace],
  ['perl', isInPlaceScript],
  ['ruby', isInPlaceScript],
  ['tar', packs],
  ['unzip', unpacks],
  ['zip', unpacks],
  ['curl', isCurlQuiet],
  ['wget', isWgetQuiet],
  ['git', isGitQuiet],
  ['venv', () => true],
]);
