/**
 * Programs that print a file as it is or nearly so, beside those that the rules call exact. A host's agent may have asked for
 * every line of it, so that what a filter at a terminal may fold stays whole here.
 */
import type { ParsedCommand } from '../classify/command.js';

type Program = ParsedCommand['commands'][number];

/** Of what stands first in a pipeline: behind another command they only bring its rows into another order or form. */
const PRINTS = new Set(
  (
    'tac rev cut paste fold fmt pr column expand unexpand tr sort uniq shuf comm join dd hexyl view zless zmore bzcat bzless ' +
    'lzcat lz4cat xmllint gron mlr json.tool ed ex vim nvim most tee type gc get-content ' +
    'iconv uconv recode ccat pygmentize highlight'
  ).split(' '),
);

/** The same with these words. */
const PRINTS_WITH: Readonly<Record<string, RegExp>> = {
  busybox: /^(?:cat|head|tail|sed|awk|tac|nl|od|xxd|hexdump|strings|more|less|sort|cut|tr)\b/,
  toybox: /^(?:cat|head|tail|sed|tac|nl|od|xxd|hexdump|strings|more|sort|cut|tr)\b/,
  gzip: /(?:^| )(?:-[a-z0-9]*c|--stdout)/,
  gunzip: /(?:^| )(?:-[a-z0-9]*c|--stdout)/,
  bzip2: /(?:^| )(?:-[a-z0-9]*c|--stdout)/,
  bunzip2: /(?:^| )(?:-[a-z0-9]*c|--stdout)/,
  xz: /(?:^| )(?:-[a-z0-9]*c|--stdout|--to-stdout)/,
  zstd: /(?:^| )(?:-[a-z0-9]*c|--stdout)/,
  unzip: /(?:^| )-[a-z]*p/,
  tar: /^-?[a-zA-Z]*O|(?:^| )(?:-[a-zA-Z]*O|--to-stdout)/,
  curl: /(?:^| )file:/i,
  rg: /(?:^| )--passthr(?:u|ough)\b/,
  svn: /^cat\b/,
  hg: /^cat\b/,
  openssl: /(?:^| )-in\b/,
  gpg: /(?:^| )(?:-d|--decrypt)\b/,
  '7z': /(?:^| )-so\b/,
  perl: /(?:^| )-[a-zA-Z0-9]*[np][a-zA-Z]*e/,
  ruby: /(?:^| )-[a-zA-Z]*[np][a-zA-Z]*e/,
  pwsh: /\b(?:get-content|gc|cat|type)\b/i,
  powershell: /\b(?:get-content|gc|cat|type)\b/i,
};

/** A search for what every line holds. */
const SEARCHES = /^(?:[ef]?grep|rg|ag|ack|ugrep)$/;
const ALL_LINES = new Set(['', '^', '$', '.*', '^.*', '^.*$', '.*$']);

/** `echo "$(cat f)"`, `printf %s "$(<f)"`: a file in the words of another command. */
const SAYS_FILE = /(?:\$\(|`)\s*(?:<|(?:\S*\/)?(?:cat|head|tail|sed|awk|tac|nl|jq)\b)/;
const SAYS = /^(?:echo|printf|print)$/;

/** `while read line; do echo "$line"; done < f`. */
const LOOP_OVER_FILE = /\bdone\s*<(?!\()/;

/**
 * By commands that print nothing themselves, which a parsed command does not name: `< f`, which some shells print,
 * `mapfile -t rows < f; printf '%s\n' "${rows[@]}"`, `cp f /dev/stdout`.
 */
const BY_QUIET =
  /(?:^|[;&|(]\s*)(?:(?:(?:read|mapfile|readarray)\b[^;&|]*)?<\s*[^<(&\s]|(?:cp|install)\b[^;&|]*\s\/dev\/(?:stdout|tty|fd\/\d))/;

/** Programs that run what stands behind their own flags; those that every command may stand behind are taken away before. */
const RUNS = new Set('chroot unshare nsenter parallel bwrap firejail proot systemd-run runuser flatpak'.split(' '));
const READER = /(?:^| )(?:\S*\/)?(?:cat|tac|head|tail|nl|sed|awk|jq|less|more)(?: |$)/;

/** Whether a command prints what stands in files. @param text the command as it was told. */
export function printsFiles({ commands }: ParsedCommand, text: string): boolean {
  const isOnlySaid = commands.length > 0 && commands.every(({ program }) => SAYS.test(program));
  if (isOnlySaid && LOOP_OVER_FILE.test(text)) return true;
  if (BY_QUIET.test(text.trimStart())) return true;
  return commands.some(printsFile);
}

function printsFile({ program, args }: Program): boolean {
  const name = program.toLowerCase();
  const words = args.join(' ');
  if (SAYS.test(name)) return SAYS_FILE.test(words);
  if (RUNS.has(name)) return READER.test(words);
  if (SEARCHES.test(name) && ALL_LINES.has(args.find(arg => !arg.startsWith('-')) ?? 'x')) return true;
  const known = Object.hasOwn(PRINTS_WITH, name) ? PRINTS_WITH[name] : undefined;
  return PRINTS.has(name) || known?.test(words) === true;
}

/** What runs is only known once it runs: `$TOOL x`, `"$(which cat)" f`. */
export const hasUnknownProgram = ({ commands }: ParsedCommand): boolean =>
  commands.some(({ program }) => /[$`]/.test(program));
