/** Settings from files, variables and a caller: which one stands. */
import { rmSync, utimesSync, writeFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { type KEYS, keyNames, recordOf, variableOf } from '../../src/config/keys.js';
import { loadSettings } from '../../src/config/load.js';
import { NOTHING_SET } from '../../src/config/nothing-set.js';
import { DEFAULTS } from '../../src/config/settings.js';
import { type Given, load, projectPath, userFile } from './places.js';

describe('where nothing is set', () => {
  test('every setting has its default', async () => {
    const { settings, sources, problems, said } = await load({});
    expect(settings).toEqual(DEFAULTS);
    expect({ sources, problems, said }).toEqual({ sources: NOTHING_SET.sources, problems: [], said: [] });
  });

  test('the defaults are those of the table, by the names that code has for them', () => {
    expect(DEFAULTS).toEqual({
      enabled: true,
      profile: 'auto',
      minBytesToCompress: 512,
      maxInlineChars: 1200,
      safeInventory: true,
      redactOutput: false,
      recordStats: true,
      ccr: {
        enabled: true,
        minTokens: 1024,
        maxEntries: 256,
        maxBytes: 67_108_864,
        ttlSecs: 86_400,
        diskTier: true,
        diskMaxEntries: 4096,
        diskMaxBytes: 4_294_967_296,
        maxEntryBytes: 4_294_967_296,
        secrets: 'skip',
        dir: undefined,
        remote: '',
      },
      compressors: { search: true, code: true, html: true, json: true, mlText: false },
      toon: { enabled: false, minBytes: 4096, failOpen: true, logStats: true },
      agents: {},
      hosts: {},
    });
  });
});

describe('layers', () => {
  const toml = (chars: number): string => `[tokenjuice]\nmax_inline_chars = ${chars}\n`;
  const variables = { TINYJUICE_MAX_INLINE_CHARS: '104' };
  const given = { maxInlineChars: 105 };

  test.each<readonly [string, Given, number, object]>([
    ['the user', { user: toml(102) }, 102, { layer: 'user', file: userFile, line: 2 }],
    ['the project', { user: toml(102), project: toml(103) }, 103, { layer: 'project', file: projectPath, line: 2 }],
    [
      'the environment',
      { user: toml(102), project: toml(103), variables },
      104,
      { layer: 'environment', variable: 'TINYJUICE_MAX_INLINE_CHARS' },
    ],
    ['the caller', { user: toml(102), project: toml(103), variables, given }, 105, { layer: 'given' }],
  ])('%s goes before all below', async (_name, places, value, source) => {
    const { settings, sources, said } = await load(places);
    expect({ value: settings.maxInlineChars, source: { ...sources.max_inline_chars }, said }).toEqual({
      value,
      source,
      said: [],
    });
  });

  test('a key that a place does not name stays as the place below has it, in agents too', async () => {
    const { settings } = await load({
      user: '[tokenjuice]\nenabled = false\n[tokenjuice.agents.a]\nprofile = "light"\nmax_inline_chars = 300\n',
      project: '[tokenjuice.ccr]\nttl_secs = 60\n[tokenjuice.agents.a]\nprofile = "full"\n',
    });
    expect({ enabled: settings.enabled, ttl: settings.ccr.ttlSecs, a: settings.agents.a }).toEqual({
      enabled: false,
      ttl: 60,
      a: { profile: 'full', maxInlineChars: 300 },
    });
  });

  test('every setting can be set by a file, a variable and a caller', async () => {
    const other = (key: keyof typeof KEYS): unknown => {
      const record = recordOf(key);
      if (record.type === 'boolean') return !record.preset;
      if (record.type === 'count') return record.preset + 1;
      if (record.type === 'url') return 'redis://elsewhere';
      return record.type === 'choice' ? record.choices.find(choice => choice !== record.preset) : '/elsewhere';
    };
    for (const key of keyNames) {
      const at = key.includes('.') ? `tokenjuice.${key.split('.')[0]}` : 'tokenjuice';
      const name = key.split('.').pop();
      const byFile = await load({ user: `[${at}]\n${name} = ${JSON.stringify(other(key))}\n` });
      const byVariable = await load({ variables: { [variableOf(key)]: `${other(key)}` } });
      const byCaller = await load({ given: byFile.settings });
      for (const { values, said } of [byFile, byVariable, byCaller])
        expect([key, values.get(key), said]).toEqual([key, other(key), []]);
    }
  });

  test('the quick switch goes before the variable of its key; an empty variable is none', async () => {
    const both = { TINYJUICE: 'light', TINYJUICE_PROFILE: 'full' };
    expect((await load({ variables: both })).settings.profile).toBe('light');
    expect((await load({ variables: { ...both, TINYJUICE: '' } })).settings.profile).toBe('full');
  });
});

describe('both names of the table', () => {
  test('mean the same', async () => {
    const user = '[tinyjuice]\nprofile = "light"\n[tokenjuice.ccr]\nttl_secs = 9\n[tinyjuice.ccr]\nmin_tokens = 7\n';
    const { settings, said } = await load({ user });
    expect([settings.profile, settings.ccr.ttlSecs, settings.ccr.minTokens, said]).toEqual(['light', 9, 7, []]);
  });

  test.each([
    ['[tinyjuice]\nprofile = "light"\n[tokenjuice]\nprofile = "off"\n', 'off'],
    ['[tokenjuice]\nprofile = "off"\n[tinyjuice]\nprofile = "light"\n', 'light'],
  ])('of one key in both the later one stands, and both lines are named', async (user, profile) => {
    const { settings, said } = await load({ user });
    expect(settings.profile).toBe(profile);
    expect(said).toEqual([
      `${userFile}:2: profile: it stands in both [tokenjuice] and [tinyjuice]; line 4 is used. Delete line 2.`,
    ]);
  });
});

describe('loaded again', () => {
  test('where nothing has changed it is the same, and nothing is said twice', async () => {
    const user = '[tokenjuice]\nenabled = "no"\n';
    writeFileSync(userFile, user);
    const said: string[] = [];
    const places = { userFile, variables: {}, home: '/home/me' };
    const first = await loadSettings(places, { say: line => said.push(line) });
    const second = await loadSettings(places, { say: line => said.push(line), last: first });
    expect(second).toBe(first);
    writeFileSync(userFile, `${user}profile = "light"\n`);
    const third = await loadSettings(places, { say: line => said.push(line), last: second });
    expect([third.settings.profile, said.length]).toEqual(['light', 1]);
    utimesSync(userFile, 1, 1);
    expect(await loadSettings(places, { say: line => said.push(line), last: third })).not.toBe(third);
    rmSync(userFile);
    expect((await loadSettings(places, { say: line => said.push(line), last: third })).settings).toEqual(DEFAULTS);
  });

  test('a variable, the project and the caller each make it look again', async () => {
    const first = await load({});
    expect((await load({ last: first, variables: { TINYJUICE: 'off' } })).settings.profile).toBe('off');
    expect((await load({ last: first, project: '[tokenjuice]\nprofile = "off"\n' })).settings.profile).toBe('off');
    expect((await load({ last: first, given: { profile: 'off' } })).settings.profile).toBe('off');
    expect((await load({ last: first, variables: { HOME: '/x' } })).settings).toBe(first.settings);
  });
});
