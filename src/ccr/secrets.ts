/** What looks like a secret in a text: keys by the form that their provider gives them, so that a word never does. */
import { Needles } from './needles.js';

/** One kind of secret. */
interface Kind {
  /** As it is told: never what was found. */
  readonly name: string;
  /** Strings, with one of which it begins. */
  readonly begins: readonly string[];
  /** What follows. */
  readonly rest: string;
  /** What stands right before it is no part of a word. */
  readonly isAlone?: boolean;
  /** Longest that is looked at; what is longer is cut. */
  readonly maxChars?: number;
  /** False: it is none after all. */
  readonly isReal?: (found: string) => boolean;
  /** What may stand behind its beginning, as long as it may go on; not given: the characters of a word. */
  readonly begun?: RegExp;
  /** What of it must not be seen; all behind its beginning where it is not given. */
  readonly hidden?: RegExp;
}

const WORD = '[A-Za-z0-9_-]';
const ASSIGNED = '["\']?\\s{0,3}[:=]\\s{0,3}["\']?';
const ASSIGNED_BEGUN = /^["']?\s{0,3}(?:[:=]\s{0,3}["']?(?:[A-Za-z]+\s*)?[A-Za-z0-9._~+/=-]*)?$/;

/** Of this one, what follows in the next lines is the secret. */
export const PRIVATE_KEY = 'private key';

const KINDS: readonly Kind[] = [
  { name: 'AWS key', begins: ['AKIA', 'ASIA'], rest: '[A-Z2-7]{16}(?![A-Za-z0-9])', isReal: isVaried },
  {
    name: 'AWS secret key',
    begins: ['ecret_access_key', 'ecretAccessKey', 'SECRET_ACCESS_KEY', 'aws_secret_key', 'AWS_SECRET_KEY'],
    rest: `${ASSIGNED}[A-Za-z0-9/+]{40}(?![A-Za-z0-9/+])`,
    isReal: found => looksRandom(found.slice(-40)),
    begun: ASSIGNED_BEGUN,
    hidden: /.{40}$/,
  },
  {
    name: 'GitHub token',
    begins: ['ghp_', 'gho_', 'ghu_', 'ghs_', 'ghr_'],
    rest: '[A-Za-z0-9]{36}',
    isReal: looksRandom,
  },
  { name: 'GitHub token', begins: ['github_pat_'], rest: '[A-Za-z0-9]{22}_[A-Za-z0-9]{59}', isReal: looksRandom },
  {
    name: 'GitLab token',
    begins: ['glpat-', 'gldt-', 'glrt-', 'glcbt-', 'glptt-', 'glft-', 'glsoat-'],
    rest: `${WORD}{20}`,
    isReal: looksRandom,
  },
  {
    name: 'Slack token',
    begins: ['xoxa-', 'xoxb-', 'xoxe-', 'xoxo-', 'xoxp-', 'xoxr-', 'xoxs-'],
    rest: '(?:[0-9]-)?[A-Za-z0-9]{8,80}-[A-Za-z0-9-]{8}',
    isReal: looksRandom,
  },
  {
    name: 'Slack token',
    begins: ['xapp-'],
    rest: '[0-9]-[A-Z0-9]{8,20}-[0-9]{8,20}-[a-z0-9]{32}',
    isReal: looksRandom,
  },
  {
    name: 'Slack webhook',
    begins: ['hooks.slack.com/'],
    rest: '(?:services|workflows)/T[A-Z0-9]{6,20}/[A-Z0-9]{6,20}/[A-Za-z0-9/]{16}',
    isReal: looksRandom,
  },
  {
    name: 'Stripe key',
    begins: ['sk_live_', 'sk_test_', 'rk_live_', 'rk_test_'],
    rest: '[A-Za-z0-9]{16}',
    isReal: looksRandom,
  },
  { name: 'Anthropic key', begins: ['sk-ant-'], rest: `[a-z0-9]{2,12}-${WORD}{20}`, isReal: looksRandom },
  {
    name: 'OpenAI key',
    begins: ['sk-'],
    rest: `(?:(?:proj|svcacct|admin)-${WORD}{20}|[A-Za-z0-9]{32})`,
    isAlone: true,
    isReal: found => looksRandom(found) && /[0-9]/.test(found) && /[A-Z]/.test(found),
  },
  { name: 'Google key', begins: ['AIza'], rest: `${WORD}{35}(?!${WORD})`, isReal: looksRandom },
  { name: 'Google token', begins: ['ya29.'], rest: `${WORD}{20}`, isAlone: true, isReal: looksRandom },
  { name: 'npm token', begins: ['npm_'], rest: '[A-Za-z0-9]{36}(?![A-Za-z0-9])', isReal: looksRandom },
  { name: 'PyPI token', begins: ['pypi-Ag'], rest: `${WORD}{40}`, isReal: looksRandom },
  {
    name: 'Hugging Face token',
    begins: ['hf_'],
    rest: '[A-Za-z0-9]{34}(?![A-Za-z0-9])',
    isAlone: true,
    isReal: looksRandom,
  },
  { name: 'SendGrid key', begins: ['SG.'], rest: `${WORD}{20,24}\\.${WORD}{40}`, isAlone: true, isReal: looksRandom },
  {
    name: 'DigitalOcean token',
    begins: ['dop_v1_', 'doo_v1_', 'dor_v1_'],
    rest: '[a-f0-9]{64}',
    isReal: looksRandom,
  },
  {
    name: 'Shopify token',
    begins: ['shpat_', 'shpca_', 'shppa_', 'shpss_'],
    rest: '[a-fA-F0-9]{32}',
    isReal: looksRandom,
  },
  { name: 'Docker token', begins: ['dckr_pat_'], rest: `${WORD}{24}`, isReal: looksRandom },
  { name: 'Linear key', begins: ['lin_api_'], rest: '[A-Za-z0-9]{40}', isReal: looksRandom },
  { name: 'Vault token', begins: ['hvs.', 'hvb.'], rest: `${WORD}{24}`, isAlone: true, isReal: looksRandom },
  {
    name: 'Telegram token',
    begins: [':AA'],
    rest: `${WORD}{33}(?<=(?:^|[^0-9])[0-9]{8,10}:AA${WORD}{33})(?!${WORD})`,
    isReal: looksRandom,
  },
  { name: 'age key', begins: ['AGE-SECRET-KEY-1'], rest: '[A-Z0-9]{58}' },
  {
    name: 'JSON web token',
    begins: ['eyJ'],
    rest: `${WORD}{8,}\\.${WORD}{8,}\\.${WORD}{8}`,
    maxChars: 4_096,
    isReal: isWebToken,
  },
  { name: PRIVATE_KEY, begins: ['-----BEGIN '], rest: '[A-Z0-9 ]{0,30}PRIVATE KEY(?: BLOCK)?-----' },
  {
    name: 'password in a URL',
    begins: ['://'],
    rest: '[^\\s/:@"\'<>`|\\\\]{0,100}:[^\\s/@"\'<>`|\\\\]{3,200}@[A-Za-z0-9[][A-Za-z0-9.-]{0,7}',
    isReal: hasPassword,
    begun: /^[^\s/@"'<>`|\\]*@?$/,
    hidden: /(?<=:\/\/[^:]*:)[^@]*(?=@)/,
  },
  {
    name: 'authorization',
    begins: ['uthorization'],
    rest: `${ASSIGNED}(?:[Bb]earer|[Bb]asic|[Tt]oken)\\s+[A-Za-z0-9._~+/=-]{16,}`,
    isReal: found => looksRandom(/\S+$/.exec(found)?.[0] ?? ''),
    begun: ASSIGNED_BEGUN,
    hidden: /\S+$/,
  },
];

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

const MIN_DISTINCT = 8;
/** `abcdef`, `123456`, `aaaaaa`: somebody's example. */
const MAX_ROW = 5;

/** Many different characters of several kinds, and no row of them: nobody has written that. */
function looksRandom(text: string): boolean {
  return [/[a-z]/, /[A-Z]/, /[0-9]/].filter(kind => kind.test(text)).length > 1 && isVaried(text);
}

/** The same, of one kind. */
function isVaried(text: string): boolean {
  if (/example|sample|placeholder|redacted|your/i.test(text)) return false;
  return new Set(text).size >= MIN_DISTINCT && longestRow(text) <= MAX_ROW;
}

/** The longest row of characters that are equal, or each one above the last. */
function longestRow(text: string): number {
  let [longest, equal, rising] = [1, 1, 1];
  for (let at = 1; at < text.length; at += 1) {
    const step = text.charCodeAt(at) - text.charCodeAt(at - 1);
    equal = step === 0 ? equal + 1 : 1;
    rising = step === 1 ? rising + 1 : 1;
    longest = Math.max(longest, equal, rising);
  }
  return longest;
}

/** Its head says by what it is signed. */
function isWebToken(found: string): boolean {
  const head = Buffer.from(found.split('.')[0] ?? '', 'base64url').toString('latin1');
  return /^\{.*"(?:alg|typ|enc)"\s*:/s.test(head);
}

/** A variable, a placeholder or a port is none, nor a word that stands in every manual. */
const NO_PASSWORD =
  /^(?:[$%{[(*.#]|x+$|\d{1,5}$|(?:my|your|the|some|db|user|root)?[_-]?(?:pass(?:word|wd|phrase)?|pwd?|secret|token|key|redacted|changeme|example|test|postgres|mysql|root|admin|guest|user|foo|bar|baz)[_-]?\d{0,4}$)/i;

function hasPassword(found: string): boolean {
  const password = found.slice(found.indexOf(':', 3) + 1, found.lastIndexOf('@'));
  return (
    !found.includes('@example.') &&
    !NO_PASSWORD.test(password) &&
    new Set(password).size > 2 &&
    !/[,;(){}]/.test(password)
  );
}
