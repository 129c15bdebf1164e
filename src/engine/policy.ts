/** Whether a tool's output may be reduced at all: what was read on purpose is not, nor what nobody is sure of. */

import { TOKEN } from '../ccr/token.js';
import { type ParsedCommand, parseCommand } from '../classify/command.js';
import { plainWords } from '../classify/plain-words.js';
import type { Intent } from '../classify/safe-inventory.js';
import { isSwitchedOff } from '../classify/switched-off.js';
import type { ToldCommand } from '../classify/told-command.js';
import type { Book } from '../rules/book.js';
import { hasUnknownProgram, printsFiles } from './file-reads.js';
import type { Input } from './schema.js';
import { commandOf, isRecoveryTool, isShellTool, type ToolCommand } from './tool-command.js';

/** Why a text passes as it is. */
export type RawReason =
  | 'recovery'
  | 'switched-off'
  | 'other-tool'
  | 'exact-read'
  | 'unsafe-inventory'
  | 'unread-command';

export interface Decision extends ToolCommand {
  /** Undefined: it may be reduced. */
  readonly rawReason: RawReason | undefined;
}

export interface PolicyOptions {
  readonly book: Book;
  /** Listings that stand alone may be folded. */
  readonly safeInventory: boolean;
  /** The caller says what the text is. */
  readonly kind: string | undefined;
  /** The caller asks for parts of what is read, instead of all of it. */
  readonly isExcerptAsked?: boolean | undefined;
}

/** Decides by the tool's name and the command; the text itself is looked at later. */
export async function decide(input: Input, options: PolicyOptions): Promise<Decision> {
  const said = commandOf(input);
  return { ...said, rawReason: await rawReasonOf(input, said, options) };
}

async function rawReasonOf(
  { toolName = '', metadata }: Input,
  { command }: ToolCommand,
  options: PolicyOptions,
): Promise<RawReason | undefined> {
  if (isRecoveryTool(toolName)) return 'recovery';
  const kind = options.kind ?? metadata?.kind;
  if (toolName !== '' && !options.isExcerptAsked && !isShellTool(toolName) && !isCertain(kind)) return 'other-tool';
  if (command === undefined) return undefined;
  const parsed = await parseCommand(command);
  if (parsed.commands.some(isRecovery)) return 'recovery';
  if (isSwitchedOff(command)) return 'switched-off';
  if (options.isExcerptAsked) return undefined;
  if (isExactRead(parsed, options.book)) return 'exact-read';
  if (printsFiles(parsed, typeof command === 'string' ? command : command.join(' '))) return 'exact-read';
  if (hasUnknownProgram(parsed)) return 'unread-command';
  switch (await intentOf(command)) {
    case 'unread':
      return 'unread-command';
    case 'unsafe':
      return 'unsafe-inventory';
    case 'inventory':
      return options.safeInventory ? undefined : 'unsafe-inventory';
    case 'other':
      return parsed.isWhole ? undefined : 'unread-command';
  }
}

/** The parser costs 4 ms to load: words alone, none of which is a program that lists, need none. */
async function intentOf(command: ToldCommand): Promise<Intent> {
  const words = typeof command === 'string' ? plainWords(command) : undefined;
  if (words !== undefined && !words.some(word => LISTS.test(word))) return 'other';
  return (await import('../classify/shell.js')).inventoryIntent(command);
}

const LISTS = /\b(?:rg|git|g?find|fd(?:find)?|g?ls|lsd|tree|e[xz]a)\b/i;

/** What metadata may say a text is, so that a tool that is no shell need not be known. */
const KINDS = new Set(
  'shell terminal log access-log stack-trace test-output build-output json jsonl csv tsv diff search listing table html prose'.split(
    ' ',
  ),
);
const isCertain = (kind: unknown): boolean => typeof kind === 'string' && KINDS.has(kind);

/** Our own way to give an original back, through a shell; also as `node dist/cli.js retrieve tj_…`. */
const isRecovery = ({ program, args }: ParsedCommand['commands'][number]): boolean =>
  (/^(?:tinyjuice|tokenjuice)$/.test(program) && /^(?:retrieve|cat|decode)$/.test(args[0] ?? '')) ||
  args.some((word, at) => word === 'retrieve' && TOKEN.test(args[at + 1] ?? ''));

/** A file as it stands. A diff is read too, but of a kind of which it is known what may be left out. */
const isExactRead = ({ commands }: ParsedCommand, book: Book): boolean =>
  commands
    .flatMap(producer => [producer, ...producer.filters])
    .map(each => book.byCommand(each))
    .some(rule => rule?.isExact && rule.kind === undefined);
