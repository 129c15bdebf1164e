import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { parse } from 'jsonc-parser';
import { stringify } from 'smol-toml';
import { afterAll, describe, expect, test } from 'vitest';
import { readEnvironment } from '../../src/cli/env.js';
import { allHosts, placesFor } from '../../src/cli/host-places.js';
import { apply, planInstall, planUninstall } from '../../src/hosts/apply.js';
import { checkHost } from '../../src/hosts/check.js';
import type { Edit, Host, Places, Trust } from '../../src/hosts/host.js';
import { agreementFor } from '../../src/hosts/trust.js';
import { brokenFiles, settingsFiles } from './settings-files.js';

const root = mkdtempSync(join(tmpdir(), 'tinyjuice-hosts-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));

let count = 0;

/** A home folder of its own for each test. */
function freshHome(): { home: string; places: (isProject?: boolean) => Places; journalDir: string } {
  count += 1;
  const home = join(root, String(count));
  const environment = { ...readEnvironment(), home, all: {}, cwd: join(home, 'project') };
  mkdirSync(join(home, 'project'), { recursive: true });
  const places = (isProject = false) =>
    placesFor(environment, { isProject, program: '/opt/tinyjuice', profile: undefined });
  return { home, places, journalDir: join(home, 'state') };
}

const hosts = await allHosts();

/** One that puts its entry into a file of the user's. */
const inSettings = hosts.find(
  host => host.hook !== undefined && host.edits(freshHome().places()).some(({ kind }) => kind === 'json-entry'),
) as Host;

const install = (host: Host, edits: readonly Edit[], journalDir: string) =>
  apply(planInstall(edits, { host: host.name, journalDir }), { host: host.name, journalDir });
const uninstall = (host: Host, edits: readonly Edit[], journalDir: string) =>
  apply(planUninstall(edits, { host: host.name, journalDir }), { host: host.name, journalDir });

const textOf = (path: string): string | undefined => (existsSync(path) ? readFileSync(path, 'utf8') : undefined);

function write(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}

describe.each(hosts)('$name', host => {
  test('install twice leaves the same bytes, is found, and uninstall twice leaves nothing', () => {
    const { home, places: of, journalDir } = freshHome();
    const places = () => of(host.isOfProjects);
    const edits = host.edits(places());
    expect(edits.length > 0 || host.next !== undefined).toBe(true);
    expect(edits.every(({ path }) => path.startsWith(home))).toBe(true);
    install(host, edits, journalDir);
    const first = edits.map(({ path }) => textOf(path));
    install(host, edits, journalDir);
    expect(edits.map(({ path }) => textOf(path))).toEqual(first);
    const options = { places: places(), canRun: () => true, show: (path: string) => path };
    const trust = host.trust?.(places());
    if (trust !== undefined) {
      expect(checkHost(host, options)).toMatchObject(
        edits.map(() => ({ state: 'disabled', says: expect.stringContaining(trust.how) })),
      );
      const value = trust.at.reduceRight<object>((inner, name) => ({ [name]: inner }), {
        [trust.key(0)]: agreed(trust, edits),
      });
      write(trust.path, trust.path.endsWith('.toml') ? stringify(value) : JSON.stringify(value));
    }
    expect(checkHost(host, options).map(({ state }) => state)).toEqual(
      edits.length === 0 ? ['ok'] : edits.map(() => 'ok'),
    );
    if (trust !== undefined) rmSync(trust.path);
    uninstall(host, edits, journalDir);
    uninstall(host, edits, journalDir);
    const isLeft = (path: string) => existsSync(path) || (existsSync(dirname(path)) && !places().project);
    expect(edits.map(({ path }) => isLeft(path))).toEqual(edits.map(() => false));
    if (edits.length > 0)
      expect(checkHost(host, options).map(({ state }) => state)).toEqual(edits.map(() => 'disabled'));
  });

  // A note in a file has no state but that it is there.
  const testOfHook = host.hook === undefined ? () => undefined : test;
  testOfHook('doctor tells ok, warn and broken apart', () => {
    const { home, places, journalDir } = freshHome();
    const program = join(home, 'bin/tinyjuice');
    const options = { places: places(), canRun: (path: string) => path === program, show: (path: string) => path };
    const edits = host.edits({
      ...places(),
      command: (...words) => [program, ...words, '--profile', 'light'].join(' '),
    });
    const path = edits[0]?.path ?? '';
    install(host, edits, journalDir);
    const installed = textOf(path) ?? '';
    const states = (text: string) => {
      writeFileSync(path, text);
      return checkHost({ ...host, trust: () => trusting(host, places()) }, options).map(({ state }) => state);
    };
    expect(states(installed)).toEqual(['ok']);
    expect(states(installed.replace(/10000|\b[82]000\b|10(?=\n)/, '7'))).toEqual(['warn']);
    expect(states(installed.replaceAll(program, join(home, 'gone/tinyjuice')))).toEqual(['broken']);
    for (const { path: other, at, is } of host.switches?.(places()) ?? []) {
      const value = at.reduceRight<unknown>((inner, name) => ({ [name]: inner }), is) as object;
      if (other === path) expect(states(JSON.stringify({ ...parse(installed), ...value }))).toEqual(['disabled']);
    }
  });

  test('says where its facts come from', () => {
    expect(host.source).toMatch(/\d{4}-\d\d-\d\d/);
    expect(host.title).not.toBe('');
  });
});

describe('a file of settings', () => {
  test.each(Object.entries(settingsFiles))('%s comes out as it went in', (_name, text) => {
    const { places, journalDir } = freshHome();
    const edits = inSettings.edits(places());
    const path = edits[0]?.path ?? '';
    write(path, text);
    install(inSettings, edits, journalDir);
    const installed = textOf(path) ?? '';
    expect(installed).not.toBe(text);
    expect(planInstall(edits, { host: inSettings.name, journalDir })).toEqual([]);
    uninstall(inSettings, edits, journalDir);
    expect(textOf(path)).toBe(text);

    // Without a memory of what was there: our part alone goes.
    write(path, installed);
    uninstall(inSettings, edits, join(journalDir, 'other'));
    const rest = textOf(path) ?? '';
    expect(commentsIn(rest)).toEqual(commentsIn(text));
    expect(withoutEmpty(parsed(rest))).toEqual(withoutEmpty(parsed(text)));
    expect([rest.startsWith('\uFEFF'), /(?<!\r)\n/.test(rest) && rest.includes('\r')]).toEqual([
      text.startsWith('\uFEFF'),
      false,
    ]);
  });

  test.each(Object.entries(settingsFiles))('%s keeps what somebody changes meanwhile', (_name, text) => {
    const { places, journalDir } = freshHome();
    const edits = inSettings.edits(places());
    const path = edits[0]?.path ?? '';
    write(path, text);
    install(inSettings, edits, journalDir);
    const changed = (textOf(path) ?? '').replace('{', '{"added": [1, 2],');
    write(path, changed);
    uninstall(inSettings, edits, journalDir);
    const rest = textOf(path) ?? '';
    expect(rest).not.toContain('tinyjuice');
    expect(parsed(rest)).toEqual({
      added: [1, 2],
      ...(parsed(text) as object),
    });
    expect(commentsIn(rest)).toEqual(commentsIn(text));
  });

  test.each(brokenFiles)('%j is refused untouched', text => {
    const { places, journalDir } = freshHome();
    const edits = inSettings.edits(places());
    const path = edits[0]?.path ?? '';
    write(path, text);
    expect(() => install(inSettings, edits, journalDir)).toThrow(/Nothing was changed/);
    expect([textOf(path), existsSync(journalDir)]).toEqual([text, false]);
    const found = checkHost(inSettings, { places: places(), canRun: () => true, show: each => each });
    expect(found.map(({ state }) => state)).toEqual(['broken']);
  });

  test('a link is refused, and its target untouched', () => {
    const { home, places, journalDir } = freshHome();
    const edits = inSettings.edits(places());
    const path = edits[0]?.path ?? '';
    write(join(home, 'dotfiles.json'), '{}');
    mkdirSync(dirname(path), { recursive: true });
    symlinkSync(join(home, 'dotfiles.json'), path);
    expect(() => install(inSettings, edits, journalDir)).toThrow(/it is a link/);
    expect(textOf(join(home, 'dotfiles.json'))).toBe('{}');
  });

  test('keeps its mode; what is remembered of it is for its user alone', () => {
    const { places, journalDir } = freshHome();
    const edits = inSettings.edits(places());
    const path = edits[0]?.path ?? '';
    write(path, '{"env":{"KEY":"secret"}}');
    chmodSync(path, 0o640);
    install(inSettings, edits, journalDir);
    expect((statSync(path).mode & 0o777).toString(8)).toBe('640');
    expect((statSync(journalDir).mode & 0o777).toString(8)).toBe('700');
  });

  test('an entry that somebody has put beside ours stays', () => {
    const { places, journalDir } = freshHome();
    const [edit] = inSettings.edits(places());
    const path = edit?.path ?? '';
    install(inSettings, [edit as Edit], journalDir);
    const both = (textOf(path) ?? '')
      .replace('"hooks": [', '"hooks": [{ "type": "command", "command": "prettier" },')
      .replace('"hooks": [{', '"hooks": [{');
    write(path, both);
    uninstall(inSettings, [edit as Edit], journalDir);
    expect(textOf(path)).toContain('prettier');
    expect(textOf(path)).not.toContain('tinyjuice');
  });

  test('an older entry of ours becomes the new one, and goes with it', () => {
    const { places, journalDir } = freshHome();
    const edits = inSettings.edits(places());
    const path = edits[0]?.path ?? '';
    write(path, '{\n  "model": "opus"\n}\n');
    install(inSettings, edits, journalDir);
    write(path, (textOf(path) ?? '').replace('/opt/tinyjuice', "'/usr/bin/node' /old/tinyjuice/dist/cli.js"));
    install(inSettings, edits, journalDir);
    expect(textOf(path)?.match(/ hook /g)?.length).toBe(1);
    expect(textOf(path)).toContain('/opt/tinyjuice');
    uninstall(inSettings, edits, journalDir);
    expect(textOf(path)).toBe('{\n  "model": "opus"\n}\n');
  });
});

describe('two entries in one file', () => {
  const two = (path: string): readonly Edit[] =>
    ['PostToolUse', 'PreToolUse'].map(event => ({
      kind: 'json-entry',
      path,
      at: ['hooks', event],
      entry: { matcher: 'Bash', hooks: [{ type: 'command', command: `/opt/tinyjuice hook ${inSettings.name}` }] },
    }));

  test.each(Object.entries(settingsFiles))('%s comes out as it went in', (_name, text) => {
    const { home, journalDir } = freshHome();
    const path = join(home, 'settings.json');
    const place = { host: inSettings.name, journalDir };
    const edits = two(path);
    write(path, text);
    apply(planInstall(edits, place), place);
    expect(textOf(path)?.match(/tinyjuice hook/g)?.length).toBe(2);
    expect(planInstall(edits, place)).toEqual([]);
    const changed = (textOf(path) ?? '').replace('{', '{"added": [1, 2],');
    apply(planUninstall(edits, place), place);
    expect(textOf(path)).toBe(text);

    apply(planInstall(edits, place), place);
    write(path, changed);
    apply(planUninstall(edits, place), place);
    expect(parsed(textOf(path) ?? '')).toEqual({ added: [1, 2], ...(parsed(text) as object) });
  });

  test.each(Object.entries(settingsFiles))('%s: one of them is taken back by an install without it', (_name, text) => {
    const { home, journalDir } = freshHome();
    const path = join(home, 'settings.json');
    const place = { host: inSettings.name, journalDir };
    const [first, second] = two(path) as [Edit, Edit];
    write(path, text);
    apply(planInstall([first], place, [second]), place);
    const one = textOf(path);
    apply(planInstall([first, second], place), place);
    apply(planInstall([first], place, [second]), place);
    expect(parsed(textOf(path) ?? '')).toEqual(parsed(one ?? ''));
    apply(planUninstall([first, second], place), place);
    expect(textOf(path)).toBe(text);
  });
});

/** The user has agreed to what is installed. */
const agreed = (trust: Trust, [edit]: readonly Edit[]): object =>
  edit?.kind === 'json-entry' ? agreementFor(trust, edit.entry) : {};

/** The user has agreed to whatever there is. */
function trusting(host: Host, places: Places): Trust {
  const path = join(places.user({ home: '' }), 'trust.json');
  const remembers = { hash: 'hash', of: () => true, isOn: 'isOn' };
  const trust = { ...(host.trust?.(places) ?? { at: [], key: String, how: '' }), remembers, path };
  const value = { [trust.key(0)]: agreementFor(trust, true) };
  write(path, JSON.stringify(trust.at.reduceRight<object>((inner, name) => ({ [name]: inner }), value)));
  return trust;
}

const parsed = (text: string): unknown => parse(text.replace(/^\uFEFF/, '')) ?? {};

const commentsIn = (text: string): readonly string[] => text.match(/\/\/[^\n\r]*|\/\*[\s\S]*?\*\//g) ?? [];

/** What we may have left of containers that were made for us. */
function withoutEmpty(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  const rest = Object.entries(value)
    .map(([key, each]) => [key, withoutEmpty(each)] as const)
    .filter(([, each]) => JSON.stringify(each) !== '{}' && JSON.stringify(each) !== '[]');
  return Object.fromEntries(rest);
}
