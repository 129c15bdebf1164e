/** Which command a tool ran, as far as a host tells. */
import { isWords, type ToldCommand, toldCommandIn } from '../classify/told-command.js';
import type { Input } from './schema.js';

/** Names that hosts give to a tool that runs a shell command; letter case and the signs between words are no matter. */
const SHELL_TOOLS = new Set(
  (
    'shell exec bash zsh sh cmd powershell pwsh terminal console command run runcommand runshell runshellcommand ' +
    'runterminalcmd runterminalcommand runinterminal executecommand executeshell executeshellcommand shellcommand ' +
    'shelltool bashtool shellexec localshell localshellcall execcommand unifiedexec runbash runscript subprocess'
  ).split(' '),
);

/** Names of the tool that gives originals back. */
const RECOVERY_TOOLS = new Set(['tinyjuiceretrieve', 'tokenjuiceretrieve']);

/** `mcp__server__run_command` is known by its last part. */
const plainName = (name: string): string =>
  (name.split(/__|[./:]/).pop() ?? '').toLowerCase().replaceAll(/[^a-z0-9]/g, '');

export const isShellTool = (name: string): boolean => SHELL_TOOLS.has(plainName(name));

export const isRecoveryTool = (name: string): boolean => RECOVERY_TOOLS.has(plainName(name));

export interface ToolCommand {
  readonly command: ToldCommand | undefined;
  /** What the payload says twice, and not the same. */
  readonly notes: readonly string[];
}

/** `argv` goes before `command`, and both before the tool's own arguments. */
export function commandOf({ argv, command, arguments: args }: Input): ToolCommand {
  const words = argv !== undefined && argv.length > 0 ? argv : undefined;
  const text = command !== undefined && command.trim() !== '' ? command : undefined;
  if (words === undefined) return { command: text ?? commandOfArguments(args), notes: [] };
  const isSame = text === undefined || text === words.join(' ') || words.includes(text);
  return { command: words, notes: isSame ? [] : ['argv and command differ: argv is taken'] };
}

/** The command that it was told, with the words of `args` behind. */
function commandOfArguments(args: Input['arguments']): ToldCommand | undefined {
  if (args === undefined) return undefined;
  const told = toldCommandIn(args);
  if (!isWords(args.args)) return told;
  return [...(typeof told === 'string' ? [told] : (told ?? [])), ...args.args];
}
