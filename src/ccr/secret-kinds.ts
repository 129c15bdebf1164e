/** What secrets look like: by the form that their provider gives them, so that a word never does. */

/** One kind of secret. */
export interface Kind {
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

/** All of them; each beginning has three characters or more (`needles.ts`). */
export const KINDS: readonly Kind[] = [
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
  {
    name: 'Twilio key',
    begins: [...'0123456789abcdef'].map(digit => `SK${digit}`),
    rest: '[a-f0-9]{31}(?![A-Za-z0-9])',
    isAlone: true,
    isReal: isVaried,
  },
  {
    name: 'Mailgun key',
    begins: ['key-'],
    rest: `[a-f0-9]{32}(?<![_-]key-[a-f0-9]{32})(?!${WORD})`,
    isAlone: true,
    isReal: looksRandom,
  },
  {
    name: 'Azure key',
    begins: ['AccountKey=', 'SharedAccessKey='],
    rest: '[A-Za-z0-9+/]{42,86}=',
    isReal: looksRandom,
  },
  { name: 'Databricks token', begins: ['dapi'], rest: '[a-f0-9]{32}(?![A-Za-z0-9])', isAlone: true, isReal: isVaried },
  { name: 'Heroku token', begins: ['HRKU-'], rest: `${WORD}{36}`, isReal: looksRandom },
  { name: 'Grafana token', begins: ['glsa_'], rest: '[A-Za-z0-9]{32}_[A-Fa-f0-9]{8}', isReal: looksRandom },
  { name: 'New Relic key', begins: ['NRAK-'], rest: '[A-Z0-9]{27}', isReal: looksRandom },
  { name: 'Postman key', begins: ['PMAK-'], rest: '[a-f0-9]{24}-[a-f0-9]{34}', isReal: looksRandom },
  {
    name: 'PlanetScale token',
    begins: ['pscale_tkn_', 'pscale_pw_', 'pscale_oauth_'],
    rest: '[A-Za-z0-9_.-]{32}',
    isReal: looksRandom,
  },
  { name: 'Terraform token', begins: ['.atlasv1.'], rest: `${WORD}{60}`, isReal: looksRandom },
  { name: 'Square token', begins: ['sq0atp-', 'sq0csp-'], rest: `${WORD}{22}`, isReal: looksRandom },
  { name: 'Atlassian token', begins: ['ATATT3'], rest: '[A-Za-z0-9_=-]{100}', isReal: looksRandom },
  { name: 'Groq key', begins: ['gsk_'], rest: '[A-Za-z0-9]{52}', isAlone: true, isReal: looksRandom },
  { name: 'Perplexity key', begins: ['pplx-'], rest: '[A-Za-z0-9]{48}', isReal: looksRandom },
  {
    name: 'Replicate token',
    begins: ['r8_'],
    rest: '[A-Za-z0-9]{37}(?![A-Za-z0-9])',
    isAlone: true,
    isReal: looksRandom,
  },
  {
    name: 'Tailscale key',
    begins: ['tskey-'],
    rest: '[a-z]{2,8}-[A-Za-z0-9]{8,24}-[A-Za-z0-9]{20}',
    isReal: looksRandom,
  },
  { name: 'Supabase token', begins: ['sbp_'], rest: '[a-f0-9]{40}', isAlone: true, isReal: looksRandom },
  { name: 'Doppler token', begins: ['dp.pt.'], rest: '[A-Za-z0-9]{40}', isReal: looksRandom },
  { name: 'Sentry token', begins: ['sntrys_', 'sntryu_'], rest: `${WORD}{40}`, isReal: looksRandom },
  { name: 'RubyGems key', begins: ['rubygems_'], rest: '[a-f0-9]{48}', isReal: looksRandom },
  { name: 'Brevo key', begins: ['xkeysib-'], rest: '[a-f0-9]{64}', isReal: looksRandom },
  { name: 'CircleCI token', begins: ['CCIPAT_'], rest: `${WORD}{40}`, isReal: looksRandom },
  { name: 'Buildkite token', begins: ['bkua_'], rest: '[a-f0-9]{40}', isReal: looksRandom },
  {
    name: 'Alibaba key',
    begins: ['LTAI'],
    rest: '[A-Za-z0-9]{20}(?![A-Za-z0-9])',
    isAlone: true,
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
