/** Keys and tokens that have a beginning of their own and a known length, a line each. */
import { ASSIGNED, ASSIGNED_BEGUN, isVaried, type Kind, looksRandom, WORD } from './secret-kind.js';

const UUID = '[a-f0-9]{8}-[a-f0-9]{4}-[a-f0-9]{4}-[a-f0-9]{4}-[a-f0-9]{12}(?![A-Za-z0-9])';
const END = `(?!${WORD})`;
const LONG_CHARS = 4_096;

type More = Partial<Omit<Kind, 'name' | 'begins' | 'rest'>>;

const kind = (name: string, begins: readonly string[], rest: string, more: More = {}): Kind => ({
  name,
  begins,
  rest,
  isReal: looksRandom,
  ...more,
});

/** Its beginning says nothing to a reader, and is a part of it. */
const ALL = /^.*$/s;

const ALONE: More = { isAlone: true };

/** Base64 of text and tables has few different characters. */
const isDense = (found: string): boolean => looksRandom(found) && new Set(found).size >= 25;

/** A user's number in base64, of which the first two digits make three characters. */
const DISCORD = Array.from({ length: 90 }, (_, at) =>
  Buffer.from(`${at + 10}0`)
    .toString('base64')
    .slice(0, 3),
);

const isDiscord = (found: string): boolean =>
  /^[0-9]{17,20}$/.test(Buffer.from(found.split('.')[0] ?? '', 'base64').toString('latin1'));

const ASSIGNED_VALUE: More = { begun: ASSIGNED_BEGUN, hidden: /[A-Za-z0-9_+/=-]+$/ };

const MAX_BASE64_LINE = 76;

export const PROVIDER_KINDS: readonly Kind[] = [
  kind('Pulumi token', ['pul-'], `[a-f0-9]{40}${END}`, ALONE),
  kind('Facebook token', ['EAA'], '(?<![+/]EAA)[A-Za-z0-9]{60,}(?![A-Za-z0-9+/=_-])', {
    isAlone: true,
    // A short one that could be a line of base64 is chance.
    isReal: found => isDense(found) && (found.length > MAX_BASE64_LINE || found.length % 4 !== 0),
  }),
  kind('Square token', ['EAAA'], `(?<![+/]EAAA)${WORD}{60}(?![A-Za-z0-9+/=_-])`, { isAlone: true, isReal: isDense }),
  kind('Instagram token', ['IGQV', 'IGQW', 'IGAA'], '(?<![+/]IG\\w\\w)[A-Za-z0-9_-]{80,}', {
    isAlone: true,
    isReal: isDense,
  }),
  kind('Google client secret', ['GOCSPX-'], `${WORD}{28}`),
  kind('Google refresh token', ['1//0'], `(?<![+/]1//0)${WORD}{38}`, ALONE),
  kind('Google key', ['AQ.Ab8'], `${WORD}{40}`, ALONE),
  kind('Firebase key', [':APA91b'], `${WORD}{100}`),
  kind(
    'Azure client secret',
    ['7Q~', '8Q~'],
    `[A-Za-z0-9_~.-]{31,34}(?<=${WORD}{3}[78]Q~[A-Za-z0-9_~.-]{31,34})(?![A-Za-z0-9_~.-])`,
  ),
  kind('AWS session token', ['FwoGZXIvYXdz', 'IQoJb3JpZ2luX2'], '[A-Za-z0-9/+=]{80,}', {
    maxChars: LONG_CHARS,
    hidden: ALL,
  }),
  kind('AWS Bedrock key', ['ABSKQmVkcm9ja'], '[A-Za-z0-9/+=]{40,}', { maxChars: LONG_CHARS, hidden: ALL }),
  kind('Discord token', DISCORD, `[A-Za-z0-9]{20,26}\\.${WORD}{6}\\.${WORD}{27,38}${END}`, {
    isAlone: true,
    isReal: isDiscord,
    begun: /^[A-Za-z0-9]{0,26}(?:\.[A-Za-z0-9_-]{0,6}(?:\.[A-Za-z0-9_-]*)?)?$/,
  }),
  kind('Discord webhook', ['api/webhooks/'], `[0-9]{17,20}/${WORD}{60}`, {
    hidden: /[^/]*$/,
    begun: /^[0-9]*(?:\/[A-Za-z0-9_-]*)?$/,
  }),
  kind('Teams webhook', ['IncomingWebhook/'], `[a-f0-9]{32}/${UUID}`, { begun: /^[a-f0-9]*(?:\/[a-f0-9-]*)?$/ }),
  kind('Slack session', ['xoxd-'], '[A-Za-z0-9%+/]{60}'),
  kind('Dropbox token', ['sl.u.A'], `${WORD}{100}`, ALONE),
  kind('Notion token', ['ntn_', 'secret_'], `[A-Za-z0-9]{43,50}${END}`, ALONE),
  kind('Figma token', ['figd_'], `${WORD}{40}`, ALONE),
  kind('Netlify token', ['nfp_', 'nfc_'], `[A-Za-z0-9]{36}${END}`, ALONE),
  kind('Contentful token', ['CFPAT-'], `${WORD}{43}`),
  kind('Bitbucket token', ['ATBB'], `[A-Za-z0-9]{28,32}${END}`, ALONE),
  kind('Atlassian token', ['ATCTT3'], '[A-Za-z0-9_=-]{60}'),
  kind('Fly token', ['fm2_', 'fm1r_', 'fm1a_'], '[A-Za-z0-9+/=]{60,}', { isAlone: true, maxChars: LONG_CHARS }),
  kind('Fly token', ['fo1_'], `${WORD}{43}`, ALONE),
  kind('Sourcegraph token', ['sgp_'], `(?:(?:[a-f0-9]{16}|local)_)?[a-f0-9]{40}${END}`, ALONE),
  kind('SonarQube token', ['sqp_', 'sqa_'], `[a-f0-9]{40}${END}`, ALONE),
  kind('Artifactory key', ['AKCp'], '(?<![+/]AKCp)[A-Za-z0-9]{65,73}(?![A-Za-z0-9+/=])', {
    isAlone: true,
    isReal: isDense,
  }),
  kind('Artifactory token', ['cmVmdGtu'], '[A-Za-z0-9]{56}', { isAlone: true, hidden: ALL }),
  kind('NuGet key', ['oy2'], `[a-z0-9]{43}${END}`, ALONE),
  kind('npm token', ['_authToken'], `${ASSIGNED}(?:${UUID}|[A-Za-z0-9+/=]{40,})`, ASSIGNED_VALUE),
  kind('Packagist token', ['packagist_uut_', 'packagist_ack_', 'packagist_out_'], '[a-f0-9]{60}'),
  kind('Clojars token', ['CLOJARS_'], '[a-f0-9]{60}'),
  kind('OnePassword token', ['ops_eyJ'], '[A-Za-z0-9+/=_-]{100,}', { isAlone: true, maxChars: LONG_CHARS }),
  kind('Deno token', ['ddp_'], `[A-Za-z0-9]{36}${END}`, ALONE),
  kind('PostHog key', ['phx_'], `[A-Za-z0-9]{40,52}${END}`, ALONE),
  kind('Typeform token', ['tfp_'], `${WORD}{44,64}`, ALONE),
  kind('Mapbox token', ['sk.eyJ1'], `${WORD}{40,}\\.${WORD}{20}`, { isAlone: true, begun: /^[A-Za-z0-9_.-]*$/ }),
  kind('Grafana key', ['glc_eyJ'], '[A-Za-z0-9+/=]{60,}'),
  kind('Dynatrace token', ['dt0c01.'], '[A-Z0-9]{8,24}\\.[A-Z0-9]{64}', {
    begun: /^[A-Z0-9.]*$/,
  }),
  kind('New Relic key', ['NRII-', 'NRRA-'], `${WORD}{32,42}`),
  kind(
    'Datadog key',
    ['DD_API_KEY', 'DD_APP_KEY', 'DD-API-KEY', 'DD-APPLICATION-KEY'],
    `${ASSIGNED}[a-f0-9]{32}(?:[a-f0-9]{8})?${END}`,
    ASSIGNED_VALUE,
  ),
  kind('LaunchDarkly key', ['sdk-'], UUID, ALONE),
  kind('Axiom token', ['xaat-', 'xapt-'], UUID, ALONE),
  kind('ClickUp token', ['pk_'], `[0-9]{5,9}_[A-Z0-9]{32}${END}`, ALONE),
  kind('ReadMe key', ['rdme_'], '[a-z0-9]{70}', ALONE),
  kind('Braintree token', ['access_token$production$', 'access_token$sandbox$'], '[a-z0-9]{16}\\$[a-f0-9]{32}', {
    begun: /^[a-z0-9$]*$/,
  }),
  kind('Shippo token', ['shippo_live_', 'shippo_test_'], '[a-f0-9]{40}'),
  kind('EasyPost key', ['EZAK', 'EZTK'], `[A-Za-z0-9]{54}${END}`, ALONE),
  kind('Duffel token', ['duffel_live_', 'duffel_test_'], `${WORD}{43}`),
  kind('Flutterwave key', ['FLWSECK-', 'FLWSECK_TEST-'], '[A-Za-z0-9]{32}-X'),
  kind('Tencent key', ['AKID'], '(?<![+/]AKID)[A-Za-z0-9]{32}(?![A-Za-z0-9+/=])', ALONE),
  kind('OpenRouter key', ['sk-or-v1-'], '[a-f0-9]{64}', ALONE),
  kind('DeepSeek key', ['sk-'], `[a-f0-9]{32}${END}`, ALONE),
  kind('ElevenLabs key', ['sk_'], `[a-f0-9]{48}${END}`, ALONE),
  kind('Langfuse key', ['sk-lf-'], UUID, ALONE),
  kind('LangSmith key', ['lsv2_pt_', 'lsv2_sk_'], '[a-f0-9]{32}_[a-f0-9]{10}'),
  kind('Hugging Face token', ['api_org_'], `[A-Za-z0-9]{34}${END}`, ALONE),
  kind('xAI key', ['xai-'], `[A-Za-z0-9]{70,84}${END}`, ALONE),
  kind('NVIDIA key', ['nvapi-'], `${WORD}{60}`, ALONE),
  kind('Cerebras key', ['csk-'], `[a-z0-9]{48}${END}`, ALONE),
  kind('Pinecone key', ['pcsk_'], `${WORD}{60}`, ALONE),
  kind('Tavily key', ['tvly-'], `(?:dev-|prod-)?[A-Za-z0-9]{32}${END}`, ALONE),
  kind('Together key', ['tgp_v1_'], `${WORD}{43}`, ALONE),
  kind('WireGuard key', ['PrivateKey'], '\\s{0,3}=\\s{0,3}[A-Za-z0-9+/]{43}=', {
    isAlone: true,
    begun: ASSIGNED_BEGUN,
    hidden: /.{44}$/,
    isReal: found => isVaried(found) && looksRandom(found.slice(-44)),
  }),
];
