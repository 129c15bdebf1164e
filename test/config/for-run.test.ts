/** Which profile a run has: what is asked for, the environment, the agent, its host, the project, the user, then what the caller needs. */
import { expect, test } from 'vitest';
import { inlineCharsFor, profileFor, storeFor } from '../../src/config/for-run.js';
import { loadSettings } from '../../src/config/load.js';
import { DEFAULTS } from '../../src/config/settings.js';

/** Every place that may name a profile, the strongest first; each names another one than its neighbours. */
const PLACES = ['asked', 'quick', 'variable', 'agent', 'host', 'project', 'user'] as const;
type Place = (typeof PLACES)[number];
const NAMES = ['light', 'full', 'off'] as const;
const nameOf = (place: Place) => NAMES[PLACES.indexOf(place) % NAMES.length] ?? 'off';

async function loaded(named: readonly Place[], more = '') {
  const line = (place: Place) => (named.includes(place) ? `profile = "${nameOf(place)}"\n` : '');
  const variables = {
    ...(named.includes('quick') ? { TINYJUICE: nameOf('quick') } : {}),
    ...(named.includes('variable') ? { TINYJUICE_PROFILE: nameOf('variable') } : {}),
  };
  const user = `[tokenjuice]\n${line('project')}${more}[tokenjuice.agents.me]\n${line('agent')}[tokenjuice.hosts.ide]\n${line('host')}`;
  return loadSettings(
    {
      userFile: '/nowhere',
      variables,
      home: '/',
      project: { stamp: () => user, read: () => ({ path: '/p/config.toml', bytes: Buffer.from(user) }) },
      given: undefined,
    },
    { say: () => undefined },
  );
}

const named: readonly Place[] = PLACES.filter(place => place !== 'user');
const subsets = Array.from({ length: 2 ** named.length }, (_all, bits) =>
  named.filter((_place, at) => (bits >> at) % 2 === 1),
);

test.each(subsets.map(named => [named.join(', ') || 'nobody', named] as const))('named by %s', async (_name, named) => {
  const known = await loaded(named);
  const asked = { agent: 'me', host: 'ide', profile: named.includes('asked') ? nameOf('asked') : undefined };
  const [strongest] = PLACES.filter(place => named.includes(place));
  expect(profileFor(known, asked)).toBe(strongest === undefined ? 'auto' : nameOf(strongest));
});

test('another agent, and one that nobody knows, get what all get', async () => {
  const known = await loaded(['agent', 'project']);
  for (const agent of ['you', '__proto__', 'constructor', undefined])
    expect(profileFor(known, { agent })).toBe(nameOf('project'));
});

test('an agent that has no profile of its own, or none at all, gets its host’s, and another host what all get', async () => {
  const known = await loaded(['host', 'project']);
  for (const agent of ['me', 'you', undefined]) expect(profileFor(known, { agent, host: 'ide' })).toBe(nameOf('host'));
  for (const host of ['editor', '__proto__', undefined])
    expect(profileFor(known, { agent: 'me', host })).toBe(nameOf('project'));
});

test('enabled = false is off, unless the call or the quick switch says otherwise', async () => {
  const off = 'enabled = false\n';
  expect(profileFor(await loaded(['agent', 'variable', 'project'], off), { agent: 'me' })).toBe('off');
  expect(profileFor(await loaded(['quick'], off), { agent: 'me' })).toBe(nameOf('quick'));
  expect(profileFor(await loaded([], off), { profile: 'auto' })).toBe('auto');
});

test('what a library caller sets for all goes before the agent, unless that is set there too', async () => {
  const file = {
    stamp: () => 'x',
    read: () => ({
      path: '/c',
      bytes: Buffer.from('[tokenjuice.agents.me]\nprofile = "full"\nmax_inline_chars = 300\n'),
    }),
  };
  const load = (given: unknown) =>
    loadSettings({ userFile: '/nowhere', variables: {}, home: '/', project: file, given }, { say: () => undefined });
  expect(profileFor(await load({ profile: 'light' }), { agent: 'me' })).toBe('light');
  expect(profileFor(await load({ profile: 'light', agents: { me: { profile: 'off' } } }), { agent: 'me' })).toBe('off');
  expect(inlineCharsFor(await load({}), { agent: 'me' })).toBe(300);
  expect(inlineCharsFor(await load({}), { agent: 'you' })).toBe(1200);
  expect(inlineCharsFor(await load({ maxInlineChars: 700 }), { agent: 'me' })).toBe(700);
  const ofHost = { hosts: { ide: { profile: 'off', maxInlineChars: 400 } } };
  expect(profileFor(await load({ profile: 'light', ...ofHost }), { agent: 'me', host: 'ide' })).toBe('off');
  expect(inlineCharsFor(await load(ofHost), { agent: 'you', host: 'ide' })).toBe(400);
});

test('a process of its own keeps originals only where both the store and its disk are on', () => {
  const place = { usualDir: '/usual', now: () => 0 };
  const of = (ccr: object) => storeFor({ ...DEFAULTS, ccr: { ...DEFAULTS.ccr, ...ccr } }, place);
  expect(of({})).toMatchObject({ dir: '/usual', ttlSecs: 86_400, maxEntries: 4096, maxBytes: 4_294_967_296 });
  expect(of({ dir: '/mine', diskMaxEntries: 2, diskMaxBytes: 5000, ttlSecs: 3 })).toMatchObject({
    dir: '/mine',
    ttlSecs: 3,
    maxEntries: 2,
    maxBytes: 5000,
  });
  expect([of({ enabled: false }), of({ diskTier: false })]).toEqual([undefined, undefined]);
});
