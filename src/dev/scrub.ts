/** Takes out of recorded output what names a person or a machine, and finds what must never be stored at all. */

/** Where and as whom a command was recorded. */
export interface Surroundings {
  readonly home: string;
  readonly user: string;
  readonly host: string;
  /** The project's own folder. */
  readonly root: string;
}

/** What takes the place of a home folder. */
const HOME = '/home/dev';
const OWN = `${HOME}/tinyjuice`;
/** Shorter names are words of other meaning far too often (`vm` in `node:vm`): they go only where they stand as a name. */
const MIN_NAME_CHARS = 4;
/** Names that are ordinary words in tool output. */
const WORDS = new Set(['root', 'admin', 'user', 'test', 'node', 'build', 'localhost', 'runner', 'docker']);
/** Neighbours that make a name part of a longer word. */
const BEFORE = '(?<![\\w-])';
const AFTER = '(?![\\w-])';

/** The text without home folders, user name, host name and the project's own path. */
export function scrub(text: string, at: Surroundings): string {
  let out = text;
  if (at.root.length > 1) out = out.replace(new RegExp(literal(at.root) + AFTER, 'g'), OWN);
  if (at.home.length > 1) out = out.replace(new RegExp(literal(at.home) + AFTER, 'g'), HOME);
  out = out.replace(/\/(?:home|Users)\/[^/\s:;,"'`()[\]<>]+/g, HOME).replace(/(?<![\w.-])\/root(?=\/)/g, HOME);
  out = out.replace(new RegExp(`${BEFORE}${literal(at.user)}@${literal(at.host)}${AFTER}`, 'g'), 'dev@host');
  out = out.replace(new RegExp(`(?<=@)${literal(at.host)}${AFTER}`, 'g'), 'host');
  if (isTelling(at.host)) out = out.replace(new RegExp(BEFORE + literal(at.host) + AFTER, 'g'), 'host');
  if (isTelling(at.user)) out = out.replace(new RegExp(BEFORE + literal(at.user) + AFTER, 'g'), 'dev');
  return out;
}

/** Names that still stand in a scrubbed text because they are ordinary words; a person must look at them. */
export function doubtfulNames(text: string, { user, host }: Surroundings): readonly string[] {
  return [user, host].filter(name => !isTelling(name) && new RegExp(BEFORE + literal(name) + AFTER).test(text));
}

const SECRETS: readonly (readonly [string, RegExp])[] = [
  ['a private key', /-----BEGIN (?:[A-Z]+ )*PRIVATE KEY-----/],
  ['an AWS key', /\b(?:AKIA|ASIA)[0-9A-Z]{16}\b/],
  ['a GitHub token', /\b(?:gh[pousr]_[A-Za-z0-9]{30,}|github_pat_\w{30,})/],
  ['a GitLab token', /\bglpat-[\w-]{20,}/],
  ['an npm token', /\bnpm_[A-Za-z0-9]{30,}/],
  ['a Slack token', /\bxox[abeoprs]-[\w-]{10,}/],
  ['a Google key', /\bAIza[\w-]{35}/],
  ['an API key', /\bsk-(?:ant-|proj-)?[\w-]{20,}/],
  ['a Stripe key', /\b[rs]k_live_\w{16,}/],
  ['a JSON web token', /\beyJ[\w-]{10,}\.eyJ[\w-]{10,}\.[\w-]{10,}/],
  ['a password in an address', /\b[a-z][a-z+]{1,12}:\/\/[^\s/:@]+:[^\s/:@]{4,}@/],
];

/** The first thing in `text` that has the shape of a secret: what it is, and its line. Never the secret itself. */
export function findSecret(text: string): { readonly what: string; readonly line: number } | undefined {
  for (const [what, pattern] of SECRETS) {
    const found = pattern.exec(text);
    if (found !== null) return { what, line: text.slice(0, found.index).split('\n').length };
  }
  return undefined;
}

const isTelling = (name: string): boolean => name.length >= MIN_NAME_CHARS && !WORDS.has(name.toLowerCase());

const literal = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
