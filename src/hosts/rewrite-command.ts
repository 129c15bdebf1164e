/** A shell command, written so that its last program runs under ours; every other byte of it stays as it is. */
import { type Command, parse, type Redirection, type Statement, type Word } from 'unbash';

export interface RewriteOptions {
  /** Words of a shell that run us, up to where a program's own words begin. */
  readonly wrapper: string;
  /** Whether a program is found by this name: a function or an alias of the user's shell is not. */
  canRun(program: string): boolean;
}

/** Undefined: it is to run as it is written. */
export function rewriteCommand(text: string, { wrapper, canRun }: RewriteOptions): string | undefined {
  if (!mayRewrite(text)) return undefined;
  const name = lastProgram(text);
  if (name === undefined || /^(?:tinyjuice|tokenjuice)$/.test(baseOf(name.value))) return undefined;
  if (!name.value.includes('/') && !canRun(name.value)) return undefined;
  return `${text.slice(0, name.pos)}${wrapper} ${text.slice(name.pos)}`;
}

/** What tells without reading it that it stays: several lines, pipes, here-documents, substitutions, our own program. */
export const mayRewrite = (text: string): boolean =>
  text.length <= MAX_CHARS && !/[\n\r;|`<{}\0]|\$\(|\btinyjuice\b|\btokenjuice\b|TINYJUICE/.test(text);

const MAX_CHARS = 4_096;

const baseOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1);

/** The name of the one program, behind nothing but `cd`s. */
function lastProgram(text: string): Word | undefined {
  const { commands, errors = [] } = parse(text);
  const [statement, ...more] = commands;
  if (statement === undefined || more.length > 0 || errors.length > 0 || statement.background) return undefined;
  const parts = partsOf(statement);
  const last = parts?.at(-1);
  if (last === undefined || !parts?.slice(0, -1).every(isChange)) return undefined;
  return isPlain(last) ? last.name : undefined;
}

/** Commands that run one after the other, each if those before it went well. */
function partsOf({ command }: Statement): readonly Command[] | undefined {
  if (command.type === 'Command') return [command];
  if (command.type !== 'AndOr' || command.operators.some(operator => operator !== '&&')) return undefined;
  const parts = command.commands.filter(part => part.type === 'Command');
  return parts.length === command.commands.length ? parts : undefined;
}

/** `cd FOLDER`, which prints nothing and is no program. */
const isChange = ({ name, args, redirects, prefix }: Command): boolean =>
  name?.text === 'cd' && args.length === 1 && redirects.length === 0 && prefix.length === 0;

function isPlain({ name, prefix, args, redirects }: Command): boolean {
  if (name === undefined || !/^[\w./@+-]+$/.test(name.text) || NOT_WRAPPED.has(name.text)) return false;
  if (!redirects.every(isMerge)) return false;
  // What is set for the program would be set for us.
  if (prefix.some(each => each.type !== 'Assignment' || each.append || OURS_TOO.test(each.name))) return false;
  return !args.some(({ text }) => INTERACTIVE.test(text));
}

/** `2>&1`: both come to one place, as they do without us. */
const isMerge = (redirect: Redirection): boolean =>
  redirect.type === 'Redirect' &&
  redirect.operator === '>&' &&
  redirect.descriptor?.type === 'FileDescriptor' &&
  redirect.descriptor.value === 2 &&
  redirect.target?.text === '1';

/** Words of the shell itself, and programs that ask their user, or change who runs what. */
const NOT_WRAPPED = new Set(
  'alias bg builtin cd command coproc eval exec exit export fg function hash jobs pushd popd set shift source time times trap type ulimit umask unset wait sudo doas su ssh mosh tmux screen script watch nohup setsid disown vim vi nano less more man top htop'.split(
    ' ',
  ),
);

const OURS_TOO =
  /^(?:PATH|HOME|SHELL|ENV|BASH_ENV|TMPDIR|IFS|LC_\w*|LANG|(?:NODE|LD|DYLD|TINYJUICE|XDG|MALLOC|GLIBC)_?\w*)$/;

const INTERACTIVE =
  /^(?:-(?:i|t|it|ti|w|W)|--(?:interactive|tty|watch|watchAll|watch-all|pdb|debug|debugger|inspect|inspect-brk|ui)(?:=.*)?)$/;
