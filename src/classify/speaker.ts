/** What a simple command brings to the output of the command line that it stands in. */
import type { SimpleCommand } from '../rules/match.js';
import { isQuiet } from './quiet.js';
import { isShell, unwrap } from './unwrap.js';

/** A program whose text, or what a later stage of its pipeline has made of it, is in the output. */
export interface Producer extends SimpleCommand {
  /** Stages that change the text's form (`| grep`), in order. */
  readonly filters: readonly SimpleCommand[];
}

export interface Speaker extends Producer {
  /** A line or two (`echo done`): no matter beside what programs say. */
  readonly isAside: boolean;
}

export interface Reading {
  readonly speakers: readonly Speaker[];
  /** False: something else may speak too. */
  readonly isWhole: boolean;
}

export const NOTHING: Reading = { speakers: [], isWhole: true };
/** It could not be read. */
export const UNREAD: Reading = { speakers: [], isWhole: false };

/** How a text for a shell within a command is read. */
export type ReadText = (text: string) => Reading;

/** Who speaks when these words are run. */
export function readWords(words: readonly string[], readText: ReadText): Reading {
  const { core, isOfShell, isSure } = unwrap(words);
  if (core.kind === 'nothing') return isSure ? NOTHING : UNREAD;
  if (core.kind === 'script') {
    const { speakers, isWhole } = readText(core.text);
    return { speakers, isWhole: isWhole && isSure };
  }
  const { command } = core;
  if (isOfShell && isSilent(command)) return NOTHING;
  const isAside = isQuiet(command) || (isOfShell && isLittle(command));
  return { speakers: [{ ...command, filters: [], isAside }], isWhole: isSure };
}

/** Says nothing, or only sets the stage. */
function isSilent({ program, args }: SimpleCommand): boolean {
  if (SILENT.has(program)) return true;
  if (program === 'source' || program === '.') return SETTINGS.test(args[0] ?? '');
  if (SILENT_WITH_ARGUMENTS.has(program)) return args.length > 0 && !args.some(arg => /^-[apf]$/.test(arg));
  if (FILE_TOOLS.has(program))
    return !args.some(arg => /^(?:-[a-zA-Z]*[vc]|--(?:verbose|changes|help|version)$)/.test(arg));
  return /^(?:[ef]?grep|rg)$/.test(program) && args.some(arg => QUIETLY.test(arg));
}

const words = (text: string): ReadonlySet<string> => new Set(text.split(' '));

const SILENT = words(
  'cd pushd popd true false : test [ sleep exit return break continue shift wait unset read trap disown kill unalias setopt local let exec eval',
);
/** A file that sets the stage; another one may run anything. */
const SETTINGS = /activate|env\b|rc$|profile|setup|init|settings|nvm\.sh$|sdkman|completion/i;
/** Without any they list what is set, and with a flag for all of it. */
const SILENT_WITH_ARGUMENTS = words('export set alias declare typeset readonly shopt ulimit umask hash');
const FILE_TOOLS = words('mkdir rm rmdir touch cp mv ln chmod chown mktemp install');
const QUIETLY = /^(?:-[a-zA-Z]*q[a-zA-Z]*|--quiet|--silent)$/;

/** A line or two, made up by the caller or known before. */
function isLittle({ program, args }: SimpleCommand): boolean {
  // `-v` is verbose to most (`pytest -v`, `ctest -V`).
  if (ASIDES.has(program) || (args.length === 1 && args[0] === '--version')) return true;
  if (SWITCHES.has(program)) return /^(?:activate|deactivate|use|load)$/.test(args[0] ?? '');
  if (program !== 'echo' && program !== 'printf') return false;
  // What a variable, a command or a folder holds may be long, and was asked for.
  const text = args.join(' ').replace(/\$[?$!#]/g, '');
  return text.length <= MAX_ASIDE_CHARS && !/[$`*[]/.test(text);
}

const MAX_ASIDE_CHARS = 400;
const ASIDES = words('pwd date whoami hostname clear which command type uname nproc arch');
const SWITCHES = words('nvm conda module fnm');

/** Reads its input and gives it on as it is: the stage before decides. Lines may go, none is changed. */
export function keepsForm({ program, args }: SimpleCommand): boolean {
  if (READS_FILES.has(program) && args.some(isFile)) return false;
  if (KEEPS_FORM.has(program)) return true;
  if (program === 'cat' || program === 'bat') return !args.some(arg => /^-(?:[a-zA-Z]+|-number.*|-show.*)$/.test(arg));
  if (program === 'tinyjuice') return args[0] === 'reduce';
  if (program === 'sed') return args.some(arg => SED_LINES.test(arg));
  // What `grep -v` takes out nobody has asked for; what `grep` takes out is asked for line by line.
  return /^[ef]?grep$/.test(program) && isInverse(args);
}

const KEEPS_FORM = words('tee ts head tail less more pv sponge unbuffer Out-Host');

/** With a file's name they read that instead of what the stage before writes. */
const READS_FILES = words('cat bat head tail less more');
const isFile = (arg: string): boolean => !/^(?:[-+].*|\d+[kKMGb]?)$/.test(arg);

/** Takes lines by number, empty ones out, or colours away. */
const SED_LINES = /^(?:\d+|\$)?(?:,(?:\d+|\$))?[pq]$|^\/\^?(?:\\s\*)?\$\/d$|^s(.)(?:\\x1[bB]|\\033|\\e|\x1b).*\1\1g?$/;

const isInverse = (args: readonly string[]): boolean =>
  (args.some(arg => /^(?:-[a-zA-Z]*v[a-zA-Z]*|--invert-match)$/.test(arg)) || args.join(' ') === '.') &&
  !args.some(arg => /^(?:-[a-zA-Z]*[conlLqb][a-zA-Z]*|--count|--only-matching|--line-number)$/.test(arg));

/** Gives what it reads in another form: what comes out is neither the text of the stage before nor its own. */
export const changesForm = ({ program }: SimpleCommand): boolean => FILTERS.has(program);

const FILTERS = words(
  'grep egrep fgrep rg ag ack sed awk gawk mawk sort uniq wc cut tr column jq yq fold fmt nl rev tac paste xxd od hexdump ' +
    'strings base64 md5sum sha1sum sha256sum gzip zstd xz bzip2 perl ruby python python3 node comm join expand unexpand iconv ' +
    'col colrm ansi2txt strip-ansi shuf split csplit findstr Select-String sls Where-Object Select-Object ForEach-Object ' +
    'Out-String Measure-Object Sort-Object Select select Where where head tail less more bat cat',
);

/** Gives a file to the stage behind it, as if that had read it itself. */
export const feeds = ({ program }: SimpleCommand): boolean => FEEDERS.has(program);

const FEEDERS = words('cat zcat gzcat xzcat zstdcat head tail');

/** A shell that takes its commands from its input. */
export const readsCommands = ({ program, args }: SimpleCommand): boolean =>
  isShell(program) && !args.some(arg => !arg.startsWith('-')) && !args.includes('--version');

/** With what only was said aside left out, unless there is nothing else. */
export function producersOf(speakers: readonly Speaker[]): readonly Producer[] {
  const main = speakers.filter(({ isAside }) => !isAside);
  return (main.length > 0 ? main : speakers).map(({ program, args, filters }) => ({ program, args, filters }));
}
