/** What an agent's recorded session says of the commands that it ran: sessions of Claude Code, Codex and TinyHarness. */
import { type ToldCommand, toldCommandIn } from '../classify/told-command.js';

/** One command and what it printed, as the agent was told. */
export interface RecordedOutput {
  /** The host's name of the call; undefined where it gives none. */
  readonly id: string | undefined;
  readonly tool: string;
  /** Undefined: the tool ran no command. */
  readonly command: ToldCommand | undefined;
  readonly text: string;
  readonly exitCode: number | undefined;
}

export interface SessionReader {
  /** Takes a line's value; gives what it completes. */
  push(value: unknown): readonly RecordedOutput[];
}

interface Called {
  readonly tool: string;
  readonly command: RecordedOutput['command'];
}

/** Calls without an answer that are remembered; older ones are given up. */
const MAX_OPEN_CALLS = 1_000;

/** Reads a session line by line. Calls and answers are told apart by their form: no line need say whose session it is. */
export function openSession(): SessionReader {
  const calls = new Map<string, Called>();
  const unnamed: Called[] = [];
  const remember = (id: string | undefined, called: Called): void => {
    if (id === undefined) unnamed.push(called);
    else calls.set(id, called);
    const [oldest] = calls.keys();
    if (calls.size > MAX_OPEN_CALLS && oldest !== undefined) calls.delete(oldest);
    if (unnamed.length > MAX_OPEN_CALLS) unnamed.shift();
  };
  const complete = ({ id, text, isGood }: Answer): readonly RecordedOutput[] => {
    const called = id === undefined ? unnamed.shift() : calls.get(id);
    if (id !== undefined) calls.delete(id);
    return called === undefined ? [] : [{ id, ...called, ...printedOf(text, isGood) }];
  };
  return {
    push: value =>
      partsOf(value).flatMap(part => {
        const call = callOf(part);
        if (call !== undefined) remember(call.id, call);
        const answer = answerOf(part);
        return answer === undefined ? [] : complete(answer);
      }),
  };
}

type Fields = Readonly<Record<string, unknown>>;

const isRecord = (value: unknown): value is Fields => typeof value === 'object' && value !== null;
const textIn = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined);
const listIn = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

/** What of a line may be a call or an answer: blocks of a message, the payload of a record, or the line itself. */
function partsOf(line: unknown): readonly Fields[] {
  if (!isRecord(line)) return [];
  const { message, payload } = line;
  if (isRecord(message)) return listIn(message.content).filter(isRecord);
  if (isRecord(payload)) return [payload];
  const calls = listIn(line.tool_calls).filter(isRecord);
  return calls.length > 0 ? calls : [line];
}

/** `tool_use` (Claude Code), `function_call` and `local_shell_call` (Codex), an entry of `tool_calls` (TinyHarness). */
function callOf(part: Fields): (Called & { readonly id: string | undefined }) | undefined {
  const { function: inner, type } = part;
  const { name, input, arguments: args, action } = isRecord(inner) ? { ...part, ...inner } : part;
  const isCall = isRecord(inner) || (typeof type === 'string' && /^(?:tool_use|\w+_call)$/.test(type));
  const tool = textIn(name) ?? (action === undefined ? undefined : 'shell');
  if (!isCall || tool === undefined) return undefined;
  const id = textIn(part.call_id) ?? textIn(part.id);
  return { id, tool, command: commandIn(input) ?? commandIn(args) ?? commandIn(action) };
}

/** A tool that is told a command runs one, whatever its name. */
function commandIn(value: unknown): Called['command'] {
  const args = typeof value === 'string' ? parsed(value) : value;
  return isRecord(args) ? toldCommandIn(args) : undefined;
}

interface Answer {
  readonly id: string | undefined;
  readonly text: string;
  /** The host says that all went well. */
  readonly isGood: boolean;
}

/** `tool_result` (Claude Code), `function_call_output` (Codex), a message of the role `Tool` (TinyHarness). */
function answerOf(part: Fields): Answer | undefined {
  const { type, role } = part;
  if (type === 'tool_result')
    return { id: textIn(part.tool_use_id), text: textOf(part.content), isGood: part.is_error === false };
  if (typeof type === 'string' && type.endsWith('_call_output'))
    return { id: textIn(part.call_id), text: textOf(part.output), isGood: false };
  if (role === 'Tool') return { id: textIn(part.tool_call_id), text: textOf(part.content), isGood: false };
  return undefined;
}

/** Text, or blocks with text in them. */
function textOf(value: unknown): string {
  if (typeof value === 'string') return value;
  if (isRecord(value) && !Array.isArray(value)) return textOf(value.output ?? value.content);
  return listIn(value)
    .map(block => (isRecord(block) ? (textIn(block.text) ?? '') : ''))
    .join('\n');
}

/** What hosts write above an output: lines that begin with a few words, up to `Output:`. */
const HEADER =
  /^(?:(?:Chunk ID|Wall time|Exit code|Process exited|Process running|Original token count|Total output lines)\b.*\n){1,8}Output:\n/;
const CODE = /(?:^Exit code:? |^Process exited with code )(-?\d+)/m;

/** The output without what the host wrote about it. */
function printedOf(text: string, isGood: boolean): { readonly text: string; readonly exitCode: number | undefined } {
  const value = text.startsWith('{') ? parsed(text) : undefined;
  if (isRecord(value) && typeof value.output === 'string' && isRecord(value.metadata)) {
    const { exit_code: code } = value.metadata;
    return { text: value.output, exitCode: typeof code === 'number' ? code : undefined };
  }
  const header = HEADER.exec(text)?.[0] ?? /^Exit code \d+\n/.exec(text)?.[0] ?? '';
  const code = CODE.exec(header)?.[1];
  if (code === undefined) return { text: text.slice(header.length), exitCode: isGood ? 0 : undefined };
  return { text: text.slice(header.length), exitCode: Number(code) };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined; // plain text
  }
}
