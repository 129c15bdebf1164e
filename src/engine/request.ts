/** A payload → a request, or what is wrong with it and where. */
import { Errors } from '@sinclair/typebox/errors';
import { hasLoneSurrogate } from '../text/lone-surrogate.js';
import { Envelope, type Failure, Input, Options, type Request, ToolCall } from './schema.js';

/** Both are shown to users as they are: a code for programs, a sentence, and where in the payload. */
export type Read = Request | ToolCall | Failure;

/** A payload beyond this is refused: what it holds can be piped through `reduce` at any length. */
export const MAX_PAYLOAD_BYTES = 64 * 1024 * 1024;

/** @param path JSON pointer into the payload. */
export const failure = (message: string, path = '', code = 'INVALID_PAYLOAD'): Failure => ({
  error: { code, message, path },
});

/** What the answer is, where the payload is larger than is read. */
export const tooLarge = (): Failure =>
  failure(
    `the payload has more than ${MAX_PAYLOAD_BYTES} bytes; pipe the text through tinyjuice reduce instead`,
    '',
    'PAYLOAD_TOO_LARGE',
  );

/** Parses one JSON text. Never throws. */
export function readJson(text: string): { readonly value: unknown } | Failure {
  try {
    return { value: JSON.parse(text) };
  } catch (error) {
    // The parser's message quotes what it has met.
    const at = /position (\d+)/.exec(error instanceof Error ? error.message : '')?.[1];
    return failure(`not JSON${at === undefined ? '' : ` at character ${at}`}`);
  }
}

/** Reads a value that was JSON. Never throws. */
export function readRequest(value: unknown): Read {
  if (!isObject(value)) return failure(`an object is wanted, not ${nameOf(value)}`);
  if ('tool' in value && !('input' in value)) return checked(ToolCall, value, '') ?? (value as ToolCall);
  if (!('input' in value)) return requestOf(value, {}, { input: '', options: '' });
  const wrong = checked(Envelope, value, '');
  if (wrong !== undefined) return wrong;
  const { input, options, ...rest } = value as { input: Input; options?: Options };
  const request = requestOf(input, options ?? {}, { input: '/input', options: '/options' });
  if ('error' in request) return request;
  return { ...request, unknown: [...Object.keys(rest).map(key => pointer('', key)), ...request.unknown] };
}

function requestOf(input: unknown, options: unknown, paths: { input: string; options: string }): Request | Failure {
  const wrong =
    checked(Input, input, paths.input) ??
    checked(Options, options, paths.options) ??
    loneSurrogate(input as Input, paths.input);
  if (wrong !== undefined) return wrong;
  return {
    input: input as Input,
    options: options as Options,
    unknown: [...unknownOf(Input, input, paths.input), ...unknownOf(Options, options, paths.options)],
  };
}

/** The first thing that is wrong; undefined: nothing is. */
function checked(schema: Parameters<typeof Errors>[0], value: unknown, path: string): Failure | undefined {
  const first = Errors(schema, value).First();
  if (first === undefined) return undefined;
  const { anyOf = [], minimum } = first.schema as Wanted;
  const words = anyOf.map(each => each.const).filter(each => typeof each === 'string');
  if (words.length > 0) return failure(`one of these is wanted: ${words.join(', ')}`, path + first.path);
  const types = anyOf.map(each => each.type).filter(each => typeof each === 'string');
  if (types.length > 0) return failure(`expected ${types.join(' or ')}, not ${nameOf(first.value)}`, path + first.path);
  if (minimum !== undefined && Number.isInteger(first.value))
    return failure(`expected ${minimum} or more, not ${first.value}`, path + first.path);
  return failure(`${first.message.toLowerCase()}, not ${nameOf(first.value)}`, path + first.path);
}

/** What messages are made of. */
interface Wanted {
  readonly anyOf?: readonly { readonly const?: unknown; readonly type?: unknown }[];
  readonly minimum?: number;
}

/** Half a character has no UTF-8: given back, it would not be what came. */
function loneSurrogate(input: Input, path: string): Failure | undefined {
  const found = Object.entries(input).find(([, value]) => typeof value === 'string' && hasLoneSurrogate(value));
  return (
    found && failure('the text holds half of a UTF-16 surrogate pair, which is no character', pointer(path, found[0]))
  );
}

const unknownOf = (schema: { properties: object }, value: unknown, path: string): readonly string[] =>
  Object.keys(value as object)
    .filter(key => !Object.hasOwn(schema.properties, key))
    .map(key => pointer(path, key));

/** RFC 6901. */
const pointer = (path: string, key: string): string => `${path}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`;

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function nameOf(value: unknown): string {
  if (value === null) return 'null';
  if (value === undefined) return 'nothing';
  if (Array.isArray(value)) return 'an array';
  return typeof value === 'object' ? 'an object' : `a ${typeof value}`;
}
