/** Finds what looks like a secret in bytes. */
import { Needles } from './needles.js';
import type { Kind } from './secret-kind.js';
import { KINDS, PRIVATE_KEY } from './secret-kinds.js';

/** What is before a place that may tell that a word begins there. */
const BEFORE_CHARS = 16;
const MAX_CHARS = 400;
const WORD_BEGUN = /^[A-Za-z0-9_.~+/=:-]*$/;
/** The end of a word, or of a colour's code. */
const ALONE = /(?:^|[^A-Za-z0-9]|\x1b\[[0-9;]{0,9}m)$/;

const BEGINNINGS = KINDS.flatMap(kind => kind.begins.map(begin => ({ kind, begin })));
/** Made when first asked for. */
const rests = new Map<Kind, RegExp>();
let needles: Needles | undefined;

/** The kind of a secret in the bytes; undefined: there is none. */
export function secretIn(bytes: Buffer): string | undefined {
  needles ??= new Needles(BEGINNINGS.map(({ begin }) => begin));
  let found: string | undefined;
  needles.each(bytes, ({ at, needle }) => {
    const beginning = BEGINNINGS[needle];
    if (beginning !== undefined && foundAt(bytes, at, beginning) !== undefined) found = beginning.kind.name;
    return found === undefined;
  });
  return found;
}

/** The first secret of which the bytes may hold the beginning alone; undefined: there is none. */
export function openSecretIn(bytes: Buffer): Pick<Secret, 'name' | 'at'> | undefined {
  needles ??= new Needles(BEGINNINGS.map(({ begin }) => begin));
  let found: Pick<Secret, 'name' | 'at'> | undefined;
  needles.each(bytes, ({ at, needle }) => {
    const { kind, begin } = BEGINNINGS[needle] ?? {};
    if (kind === undefined || begin === undefined) return true;
    const from = at + begin.length;
    const isShort = bytes.length - from < (kind.maxChars ?? MAX_CHARS);
    const isBegun = isShort && (kind.begun ?? WORD_BEGUN).test(bytes.toString('latin1', from));
    if (isBegun && isAloneAt(bytes, at, kind) && at < (found?.at ?? Number.POSITIVE_INFINITY))
      found = { name: kind.name, at };
    return true;
  });
  return found;
}

/** A secret in bytes: what of it must not be seen. */
export interface Secret {
  readonly name: string;
  /** Where it is known by. */
  readonly at: number;
  readonly from: number;
  /** Where it surely ends; of a key's block, its first line does. */
  readonly to: number;
  /** Characters of a word go on with it. */
  readonly isOpenEnd: boolean;
}

/** All of them, in order. */
export function secretsIn(bytes: Buffer): readonly Secret[] {
  needles ??= new Needles(BEGINNINGS.map(({ begin }) => begin));
  const secrets: Secret[] = [];
  needles.each(bytes, ({ at, needle }) => {
    const beginning = BEGINNINGS[needle];
    const found = beginning === undefined ? undefined : foundAt(bytes, at, beginning);
    if (beginning !== undefined && found !== undefined) secrets.push(secretOf(beginning, at, found));
    return true;
  });
  return secrets.sort((a, b) => a.from - b.from);
}

function secretOf({ kind, begin }: (typeof BEGINNINGS)[number], at: number, found: string): Secret {
  const { name } = kind;
  if (name === PRIVATE_KEY) return { name, at, from: at + found.length, to: at + found.length, isOpenEnd: false };
  const part = kind.hidden?.exec(found);
  const from = part?.index ?? begin.length;
  const to = part ? part.index + part[0].length : found.length;
  return { name, at, from: at + from, to: at + to, isOpenEnd: to === found.length };
}

/** What stands there of a secret that is known by this beginning; undefined: there is none. */
function foundAt(bytes: Buffer, at: number, { kind, begin }: (typeof BEGINNINGS)[number]): string | undefined {
  if (!isAloneAt(bytes, at, kind)) return undefined;
  const start = Math.max(0, at - BEFORE_CHARS);
  const text = bytes.toString('latin1', start, at + (kind.maxChars ?? MAX_CHARS));
  const rest = rests.get(kind) ?? new RegExp(kind.rest, 'y');
  rests.set(kind, rest);
  rest.lastIndex = at - start + begin.length;
  if (!rest.test(text)) return undefined;
  const found = text.slice(at - start, rest.lastIndex);
  return kind.isReal === undefined || kind.isReal(found) ? found : undefined;
}

/** True also of a kind that need not be. */
const isAloneAt = (bytes: Buffer, at: number, { isAlone }: Kind): boolean =>
  !isAlone || ALONE.test(bytes.toString('latin1', Math.max(0, at - BEFORE_CHARS), at));

/** Why a text is not stored from there on. */
export class SecretFound extends Error {
  constructor(kind: string) {
    super(`what looks like a secret (${kind}) is not stored, see ccr.secrets`);
    this.name = 'SecretFound';
  }
}
