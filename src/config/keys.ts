/**
 * One record a setting: the parser of files, the names of variables, `tinyjuice config`, README's table and what is said of
 * a bad value are made from these.
 */

/** What a value must be. */
export type KeyRecord =
  | { readonly type: 'boolean'; readonly preset: boolean; readonly about: string }
  | {
      readonly type: 'count';
      readonly preset: number;
      readonly min: number;
      readonly max: number;
      readonly about: string;
    }
  | { readonly type: 'choice'; readonly preset: string; readonly choices: readonly string[]; readonly about: string }
  | { readonly type: 'path'; readonly preset: undefined; readonly about: string }
  /** Empty: none. */
  | { readonly type: 'url'; readonly preset: ''; readonly schemes: readonly string[]; readonly about: string };

/** The most that an entry or a store may have: far more than any disk. */
const MAX_BYTES = 2 ** 50;

/** By the name in TOML, below `[tokenjuice]`. */
export const KEYS = {
  enabled: { type: 'boolean', preset: true, about: 'false: all bytes pass as they are, as with profile off.' },
  profile: {
    type: 'choice',
    preset: 'auto',
    choices: ['auto', 'full', 'light', 'off'],
    about:
      'full: may leave out, recoverable. light: lossless only. off: all bytes as they are. auto: as the caller needs.',
  },
  min_bytes_to_compress: {
    type: 'count',
    preset: 512,
    min: 0,
    max: 1_048_576,
    about: 'Smaller inputs are only rendered.',
  },
  max_inline_chars: {
    type: 'count',
    preset: 1_200,
    min: 100,
    max: 1_000_000,
    about:
      'How much of a test run, build or install that went well may stay, against the usual 1200: at 600 its plain lines get half the room. A target for noise: errors, warnings and totals stay.',
  },
  safe_inventory: {
    type: 'boolean',
    preset: true,
    about:
      'For hosts: what commands that only list (find, ls, rg --files) print may be folded where they stand alone. false: it passes as it is.',
  },
  redact_output: {
    type: 'boolean',
    preset: false,
    about:
      'true: asterisks stand in the place of what looks like a secret (as ccr.secrets knows it), in what the agent gets and in what is stored. Not where the profile is off.',
  },
  record_stats: { type: 'boolean', preset: true, about: 'Count what was saved: sizes and names of rules, no content.' },
  'ccr.enabled': {
    type: 'boolean',
    preset: true,
    about: 'false: no original is kept, so nothing is left out.',
  },
  'ccr.min_tokens': {
    type: 'count',
    preset: 1_024,
    min: 0,
    max: 1_000_000_000,
    about: 'Smaller documents (HTML pages) are not shortened for good.',
  },
  'ccr.max_entries': {
    type: 'count',
    preset: 256,
    min: 0,
    max: 1_000_000,
    about: 'Originals kept in memory by a process that lives on (the library, reduce-json --lines); 0: none.',
  },
  'ccr.max_bytes': {
    type: 'count',
    preset: 67_108_864,
    min: 0,
    max: MAX_BYTES,
    about: 'Bytes of originals kept in memory, and so of one.',
  },
  'ccr.ttl_secs': {
    type: 'count',
    preset: 86_400,
    min: 1,
    max: 315_360_000,
    about: 'Originals are kept for so many seconds.',
  },
  'ccr.disk_tier': {
    type: 'boolean',
    preset: true,
    about:
      'false: originals are not written to disk: kept in memory, or, by a command that ends with its run, not at all.',
  },
  'ccr.disk_max_entries': {
    type: 'count',
    preset: 4_096,
    min: 1,
    max: 1_000_000,
    about: 'Originals kept on disk; the oldest go first.',
  },
  'ccr.disk_max_bytes': {
    type: 'count',
    preset: 4_294_967_296,
    min: 4_096,
    max: MAX_BYTES,
    about: 'Bytes of originals kept on disk.',
  },
  'ccr.max_entry_bytes': {
    type: 'count',
    preset: 4_294_967_296,
    min: 4_096,
    max: MAX_BYTES,
    about: 'Bytes that one original may take on disk: behind them, nothing is left out.',
  },
  'ccr.secrets': {
    type: 'choice',
    preset: 'skip',
    choices: ['skip', 'redact', 'store'],
    about:
      'skip: from a line on that holds what looks like a secret (keys of providers, private keys, web tokens, passwords in URLs) nothing is stored, so nothing is left out. redact: asterisks are stored in its place. store: as any other text.',
  },
  'ccr.dir': {
    type: 'path',
    preset: undefined,
    about:
      'Folder of the originals; default: $XDG_CACHE_HOME/tinyjuice/ccr. Set by a project, it holds while you stand in it.',
  },
  'ccr.remote': {
    type: 'url',
    preset: '',
    schemes: ['redis:', 'rediss:', 'file:', 's3:', 's3+https:', 's3+http:'],
    about:
      'A store that machines share, such as redis://host:6379, file:///mnt/share, s3://bucket/folder?region=eu-central-1 (Amazon) or s3+https://host/bucket (any other of that kind; keys from AWS_ACCESS_KEY_ID and its like, or before an @): originals are put there too (up to 64 MiB as stored), and retrieve asks there for what is not here.',
  },
  'compressors.search': {
    type: 'boolean',
    preset: true,
    about: 'false: results of searches, listings and tables pass as they are.',
  },
  'compressors.code': { type: 'boolean', preset: true, about: 'false: diffs and source code pass as they are.' },
  'compressors.html': { type: 'boolean', preset: true, about: 'false: HTML pages pass as they are.' },
  'compressors.json': { type: 'boolean', preset: true, about: 'false: JSON passes as it is.' },
  'compressors.ml_text': {
    type: 'boolean',
    preset: false,
    about: "true: prose goes to the library's callback mlText, where a host has set one.",
  },
  'toon.enabled': {
    type: 'boolean',
    preset: false,
    about: 'true: JSON may be written as TOON too, where that is smallest.',
  },
  'toon.min_bytes': { type: 'count', preset: 4_096, min: 0, max: MAX_BYTES, about: 'Only of JSON with more bytes.' },
  'toon.fail_open': {
    type: 'boolean',
    preset: true,
    about: 'false: where TOON fails, the text passes as it is, and the run ends with an error.',
  },
  'toon.log_stats': { type: 'boolean', preset: true, about: 'Say on stderr what TOON has saved: sizes, no content.' },
} as const satisfies Readonly<Record<string, KeyRecord>>;

export type KeyName = keyof typeof KEYS;

/** What a setting may hold. */
export type Value = boolean | number | string | undefined;

/** Who may have settings for itself, below `[tokenjuice.agents.NAME]` and the like: an agent's go before its host's. */
export const OWNERS = ['agents', 'hosts'] as const;
export type Owner = (typeof OWNERS)[number];

/** What each of them may set. */
export const OWN_KEYS = ['profile', 'max_inline_chars'] as const satisfies readonly KeyName[];
export type OwnKey = (typeof OWN_KEYS)[number];

/** The tables that mean the same; the first is the one that we write. */
export const TABLES = ['tokenjuice', 'tinyjuice'] as const;

export const keyNames = Object.keys(KEYS) as readonly KeyName[];

export const recordOf = (key: KeyName): KeyRecord => KEYS[key];

export const isKey = (name: string): name is KeyName => Object.hasOwn(KEYS, name);

export const isOwner = (name: string): name is Owner => (OWNERS as readonly string[]).includes(name);

export const isOwnKey = (name: string): name is OwnKey => (OWN_KEYS as readonly string[]).includes(name);

/** The variable that sets it: `ccr.ttl_secs` is `TINYJUICE_CCR_TTL_SECS`. Those of TOON have the names that its users know, `TOON_ENABLED`. */
export const variableOf = (key: KeyName): string =>
  `${key.startsWith('toon.') ? '' : 'TINYJUICE_'}${key.replace('.', '_').toUpperCase()}`;

/** Sets the profile too, before `TINYJUICE_PROFILE` and whatever `enabled` says. */
export const QUICK_SWITCH = 'TINYJUICE';

/** `max_inline_chars` as TypeScript writes it. */
export const camelOf = (name: string): string =>
  name.replace(/_([a-z])/g, (_all, letter: string) => letter.toUpperCase());
