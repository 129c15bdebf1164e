/** Secrets of every kind, made anew: none stands in a file of ours as it is. */
import { createHash } from 'node:crypto';

const LOWER = 'abcdefghijklmnopqrstuvwxyz';
const UPPER = LOWER.toUpperCase();
const DIGITS = '0123456789';
const ALL = LOWER + UPPER + DIGITS;

/** Characters that look random, the same ones in each run. */
export function randomChars(count: number, seed: string, alphabet = ALL): string {
  let text = '';
  for (let round = 0; text.length < count; round += 1)
    for (const byte of createHash('sha256').update(`${seed} ${round}`).digest())
      text += alphabet[byte % alphabet.length] ?? '';
  return text.slice(0, count);
}

const HEX = '0123456789abcdef';
const of = (count: number, alphabet = ALL) => randomChars(count, `${count} of ${alphabet}`, alphabet);
const web = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');

/** By what they are; each is on one line. */
export const PLANTED: Readonly<Record<string, string>> = {
  'AWS key': `AK${'IA'}${of(16, `${UPPER}234567`)}`,
  'AWS temporary key': `AS${'IA'}${of(16, `${UPPER}234567`)}`,
  'AWS secret key': `aws_secret_access_key = ${of(40, `${ALL}/+`)}`,
  'AWS secret key in JSON': `"SecretAccessKey": "${of(40)}"`,
  'GitHub token': `gh${'p_'}${of(36)}`,
  'GitHub app token': `gh${'s_'}${of(36)}`,
  'GitHub fine-grained token': `github${'_pat_'}${of(22)}_${of(59)}`,
  'GitLab token': `gl${'pat-'}${of(20)}`,
  'Slack bot token': `xo${'xb-'}${of(12, DIGITS)}-${of(12, DIGITS)}-${of(24)}`,
  'Slack app token': `xa${'pp-'}1-A${of(10, UPPER + DIGITS)}-${of(13, DIGITS)}-${of(64, HEX)}`,
  'Slack webhook': `https://hooks.${'slack.com'}/services/T${of(9, UPPER + DIGITS)}/B${of(10, UPPER + DIGITS)}/${of(24)}`,
  'Stripe key': `sk${'_live_'}${of(24)}`,
  'Stripe restricted key': `rk${'_live_'}${of(24)}`,
  'Anthropic key': `sk-${'ant-'}api03-${of(93)}-${of(6)}AA`,
  'OpenAI key': `sk${'-'}${of(20)}T3BlbkFJ${of(20)}`,
  'OpenAI project key': `sk${'-proj-'}${of(48)}`,
  'Google key': `AI${'za'}${of(35)}`,
  'Google token': `ya${'29.'}a0${of(60)}`,
  'npm token': `np${'m_'}${of(36)}`,
  'PyPI token': `py${'pi-'}AgEIcHlwaS5vcmc${of(60)}`,
  'Hugging Face token': `h${'f_'}${of(34, LOWER + UPPER)}`,
  'SendGrid key': `S${'G.'}${of(22)}.${of(43)}`,
  'DigitalOcean token': `do${'p_v1_'}${of(64, HEX)}`,
  'Shopify token': `shp${'at_'}${of(32, HEX)}`,
  'Docker token': `dckr${'_pat_'}${of(27)}`,
  'Linear key': `lin${'_api_'}${of(40)}`,
  'Vault token': `hv${'s.'}${of(90)}`,
  'Telegram token': `${of(9, '123456789')}:A${'A'}${of(33)}`,
  'Twilio key': `S${'K'}${of(32, HEX)}`,
  'Mailgun key': `ke${'y-'}${of(32, HEX)}`,
  'Azure storage key': `AccountName=a;Account${'Key='}${of(86, `${ALL}/+`)}==;EndpointSuffix=core.windows.net`,
  'Azure bus key': `SharedAccess${'Key='}${of(43, `${ALL}/+`)}=`,
  'Databricks token': `da${'pi'}${of(32, HEX)}`,
  'Heroku token': `HR${'KU-'}${of(36)}`,
  'Grafana token': `gl${'sa_'}${of(32)}_${of(8, HEX)}`,
  'New Relic key': `NR${'AK-'}${of(27, UPPER + DIGITS)}`,
  'Postman key': `PM${'AK-'}${of(24, HEX)}-${of(34, HEX)}`,
  'PlanetScale token': `pscale${'_tkn_'}${of(43)}`,
  'Terraform token': `${of(14)}.${'atlasv1'}.${of(67)}`,
  'Square token': `sq0${'atp-'}${of(22)}`,
  'Atlassian token': `ATA${'TT3'}${of(180)}=${of(8, HEX)}`,
  'Groq key': `gs${'k_'}${of(52)}`,
  'Perplexity key': `pp${'lx-'}${of(48)}`,
  'Replicate token': `r${'8_'}${of(37)}`,
  'Tailscale key': `ts${'key-'}auth-${of(12)}-${of(32)}`,
  'Supabase token': `sb${'p_'}${of(40, HEX)}`,
  'Doppler token': `dp.${'pt.'}${of(43)}`,
  'Sentry token': `sn${'tryu_'}${of(64, HEX)}`,
  'RubyGems key': `ruby${'gems_'}${of(48, HEX)}`,
  'Brevo key': `xkey${'sib-'}${of(64, HEX)}-${of(16)}`,
  'CircleCI token': `CCI${'PAT_'}${of(22)}_${of(40, HEX)}`,
  'Buildkite token': `bk${'ua_'}${of(40, HEX)}`,
  'Alibaba key': `LT${'AI'}${of(20)}`,
  'age key': `AGE-SECRET${'-KEY-'}1${of(58, UPPER + DIGITS)}`,
  'JSON web token': `${web({ alg: 'HS256', typ: 'JWT' })}.${web({ sub: '1234', name: 'A B' })}.${of(43)}`,
  'private key': `-----BEGIN RSA ${'PRIVATE'} KEY-----`,
  'OpenSSH key': `-----BEGIN OPENSSH ${'PRIVATE'} KEY-----`,
  'PGP key': `-----BEGIN PGP ${'PRIVATE'} KEY BLOCK-----`,
  'password of a database': `postgres://app:${of(14)}@db.internal:5432/app`,
  'password of a registry': `https://user:${of(20)}@registry.internal/npm/`,
  'bearer token': `Authorization: ${'Bearer'} ${of(40)}`,
  'basic authorization': `> authorization: ${'Basic'} ${of(32)}==`,
};
