/** The command among the arguments of a tool, as hosts tell it. */

/** A command line, or its words. */
export type ToldCommand = string | readonly string[];

/** What stands under `command`, `cmd` or `script`; undefined: no command does. */
export function toldCommandIn(args: Readonly<Record<string, unknown>>): ToldCommand | undefined {
  return [args.command, args.cmd, args.script].find(isToldCommand);
}

const isToldCommand = (value: unknown): value is ToldCommand =>
  isWords(value) || (typeof value === 'string' && value.trim() !== '');

/** A command's words, one at least. */
export const isWords = (value: unknown): value is readonly string[] =>
  Array.isArray(value) && value.length > 0 && value.every(word => typeof word === 'string');
