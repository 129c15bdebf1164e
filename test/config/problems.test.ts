/** Settings that cannot be used: each is said with its place, and costs nothing but itself. */
import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { DEFAULTS } from '../../src/config/settings.js';
import { folder, load, userFile } from './places.js';

describe('what cannot be used', () => {
  const head = '# mine\n[tokenjuice]\nprofile = "light"\n';

  test.each<readonly [string, string, string]>([
    ['a wrong type', 'enabled = "no"', `:4: tokenjuice.enabled: "no" is not true or false. true is used.`],
    [
      'a number that is none',
      'max_inline_chars = "many"',
      ':4: tokenjuice.max_inline_chars: "many" is not a whole number from 100 to 1000000. 1200 is used.',
    ],
    [
      'a number out of range',
      'max_inline_chars = 99',
      ':4: tokenjuice.max_inline_chars: 99 is not a whole number from 100 to 1000000. 1200 is used.',
    ],
    [
      'a number beyond all bounds',
      '[tokenjuice.ccr]\ndisk_max_bytes = 9223372036854775807',
      ':5: tokenjuice.ccr.disk_max_bytes: 9223372036854775807 is not a whole number from 4096 to 1125899906842624. 4294967296 is used.',
    ],
    [
      'a fraction',
      'min_bytes_to_compress = 1.5',
      ':4: tokenjuice.min_bytes_to_compress: 1.5 is not a whole number from 0 to 1048576. 512 is used.',
    ],
    ['a date', 'enabled = 2026-01-01', ':4: tokenjuice.enabled: a date is not true or false. true is used.'],
    ['a list', 'enabled = [true]', ':4: tokenjuice.enabled: a list is not true or false. true is used.'],
    ['a table', 'enabled = {}', ':4: tokenjuice.enabled: a table is not true or false. true is used.'],
    [
      'a path that depends on where we stand',
      'ccr = { dir = "x" }',
      ':4: tokenjuice.ccr.dir: "x" is not a path that begins with / or ~/. It is not used.',
    ],
    ['a value where a table belongs', 'ccr = true', ':4: tokenjuice.ccr: it is the name of a table, and no setting.'],
    [
      'an agent that is none',
      'agents.me = 3',
      ':4: tokenjuice.agents.me: it is no table of an agent. Give it a table, as agents.NAME.',
    ],
    [
      'a host that is none',
      'hosts.ide = 3',
      ':4: tokenjuice.hosts.ide: it is no table of a host. Give it a table, as hosts.NAME.',
    ],
    [
      'a word that is no profile, of an agent',
      '[tokenjuice.agents."a.b"]\nprofile = "loud"',
      ':5: tokenjuice.agents."a.b".profile: "loud" is not one of auto, full, light, off. It is not used.',
    ],
    [
      'an unknown key',
      '[tokenjuice.compressors]\ncsv = true',
      ':5: tokenjuice.compressors.csv: there is no such setting. Known here: search, code, html, json, ml_text.',
    ],
    ['an unknown table', '[tokenjuce]\nenabled = false', ':4: tokenjuce: settings stand below [tokenjuice].'],
    [
      'a wrong type in a file of another system',
      'record_stats = 1\r\nenabled = 1\r\n',
      ':5: tokenjuice.enabled: 1 is not true or false. true is used.',
    ],
    [
      'behind a value of several lines',
      'x = """\nenabled = 1\n"""\nenabled = 1',
      ':7: tokenjuice.enabled: 1 is not true or false. true is used.',
    ],
  ])('%s is named with file, line and key, and the rest holds', async (_name, text, told) => {
    const { settings, said } = await load({ user: `${head}${text}\n` });
    expect(said).toContain(`${userFile}${told}`);
    expect(settings).toEqual({ ...DEFAULTS, profile: 'light' });
  });

  test('what the place below says stands for it', async () => {
    const { settings, said } = await load({
      user: '[tokenjuice.ccr]\nttl_secs = 9\n',
      variables: { TINYJUICE_CCR_TTL_SECS: '0' },
    });
    expect(settings.ccr.ttlSecs).toBe(9);
    expect(said).toEqual(['TINYJUICE_CCR_TTL_SECS: 0 is not a whole number from 1 to 315360000. 9 is used.']);
  });

  test('unknown keys of one file are one line', async () => {
    const { said } = await load({ user: '[tokenjuice]\na = 1\nb = 2\n[tokenjuice.ccr]\nc = 3\n' });
    expect(said).toEqual([
      `${userFile}: there are no such settings: tokenjuice.a (line 2), tokenjuice.b (line 3), tokenjuice.ccr.c (line 5). See tinyjuice config.`,
    ]);
  });

  test('a key above the table is told where it belongs', async () => {
    const { said } = await load({ user: 'enabled = false\n[tokenjuice]\n' });
    expect(said).toEqual([
      `${userFile}:1: enabled: it stands outside of [tokenjuice], so it says nothing. Write it below that line.`,
    ]);
  });

  test.each<readonly [string, string | Buffer, RegExp]>([
    [
      'broken TOML',
      '[tokenjuice]\nenabled = false\nprofile = \n',
      /config\.toml:3: it is no TOML: .*\. Nothing in this file is used\.$/,
    ],
    ['one table twice', '[tokenjuice]\n[tokenjuice]\n', /config\.toml:2: it is no TOML: /],
    ['no UTF-8', Buffer.from([0x5b, 0xff]), /config\.toml: it is no UTF-8\. Nothing in this file is used\.$/],
    [
      'too much of it',
      `# ${'x'.repeat(70_000)}\n`,
      /config\.toml: it has 70003 bytes; 65536 are allowed\. Nothing in it is used\.$/,
    ],
  ])('%s: the file is left out, in one line', async (_name, user, told) => {
    const { settings, said } = await load({ user });
    expect(settings).toEqual(DEFAULTS);
    expect(said).toEqual([expect.stringMatching(told)]);
  });

  test('a file that is a folder or a pipe, or that may not be read', async () => {
    const asked = async (path: string) => (await load({ userFile: path })).said;
    mkdirSync(join(folder, 'folder'));
    expect(await asked(join(folder, 'folder'))).toEqual([`${folder}/folder: it is no file. Nothing in it is used.`]);
    execFileSync('mkfifo', [join(folder, 'pipe')]);
    expect(await asked(join(folder, 'pipe'))).toEqual([`${folder}/pipe: it is no file. Nothing in it is used.`]);
    expect(await asked(join(folder, 'pipe/x'))).toEqual([]);
    const closed = join(folder, 'closed.toml');
    writeFileSync(closed, '');
    chmodSync(closed, 0);
    if (process.getuid?.() !== 0)
      expect(await asked(closed)).toEqual([`${closed}: it cannot be read (EACCES). Nothing in it is used.`]);
    const link = join(folder, 'link.toml');
    writeFileSync(join(folder, 'dotfile.toml'), '[tokenjuice]\nenabled = false\n');
    symlinkSync('dotfile.toml', link);
    expect((await load({ userFile: link })).settings.enabled).toBe(false);
  });

  test('names that objects have by nature are names like all others', async () => {
    const user = '[tokenjuice]\n__proto__ = 1\nconstructor = 2\n[tokenjuice.agents.__proto__]\nprofile = "off"\n';
    const { settings, said } = await load({ user });
    expect(said.length).toBe(1);
    expect(Object.getOwnPropertyNames(settings.agents)).toEqual(['__proto__']);
    expect(Object.hasOwn(Object.prototype, 'profile')).toBe(false);
  });

  test('a caller who is wrong is told by the names that code has', async () => {
    const { said } = await load({ given: { ccr: { ttlSecs: 'x', ttl_secs: 5 }, profile: undefined } });
    expect(said).toEqual([
      'config.ccr.ttlSecs: "x" is not a whole number from 1 to 315360000. 86400 is used.',
      'config.ccr.ttl_secs: there is no such setting. Known here: enabled, minTokens, maxEntries, maxBytes, ttlSecs, diskTier, diskMaxEntries, diskMaxBytes, maxEntryBytes, secrets, dir, remote.',
    ]);
    expect((await load({ given: null })).said).toEqual(['nothing is no object of settings. It is not used.']);
  });
});

test('no file of bytes makes it fail, and every line that it says is one line', async () => {
  const words = [
    '[tokenjuice]',
    '[tinyjuice.ccr]',
    'enabled',
    'dir',
    'agents',
    'hosts',
    ' = ',
    '"',
    "'''",
    '\n',
    '{',
    '1',
    'true',
    '\0',
    'é',
    '.',
  ];
  const texts = fc.oneof(
    fc.uint8Array({ maxLength: 200 }),
    fc.array(fc.constantFrom(...words), { maxLength: 60 }).map(all => Buffer.from(all.join(''))),
  );
  await fc.assert(
    fc.asyncProperty(texts, async bytes => {
      const { said, settings } = await load({ user: Buffer.from(bytes) });
      expect(Object.keys(settings)).toEqual(Object.keys(DEFAULTS));
      for (const line of said) expect(line).not.toMatch(/[\n\r\0]/);
    }),
    { numRuns: 300 },
  );
});
