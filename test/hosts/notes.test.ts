import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { readEnvironment } from '../../src/cli/env.js';
import { allHosts, placesFor } from '../../src/cli/host-places.js';
import { apply, planInstall, planUninstall } from '../../src/hosts/apply.js';
import { checkHost } from '../../src/hosts/check.js';
import type { Host } from '../../src/hosts/host.js';

const root = mkdtempSync(join(tmpdir(), 'tinyjuice-notes-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));

const hosts = await allHosts();
const noteHosts = hosts.filter(({ hook, edits }) => hook === undefined && edits !== undefined);

let count = 0;
function fresh() {
  count += 1;
  const home = join(root, String(count));
  const project = join(home, 'project');
  mkdirSync(project, { recursive: true });
  const environment = { ...readEnvironment(), home, all: {}, cwd: project };
  const places = placesFor(environment, { isProject: true, program: 'tinyjuice', profile: undefined });
  const journalDir = join(home, 'state');
  const install = (host: Host) =>
    apply(planInstall(host.edits(places), { host: host.name, journalDir }), { host: host.name, journalDir });
  const uninstall = (host: Host) =>
    apply(planUninstall(host.edits(places), { host: host.name, journalDir }), { host: host.name, journalDir });
  const state = (host: Host) =>
    checkHost(host, { places, canRun: () => true, show: path => path }).map(({ state: each }) => each);
  return { project, places, install, uninstall, state };
}

const readers = noteHosts.filter(host =>
  host.edits(fresh().places).some(({ path }) => path.endsWith('/AGENTS.md')),
) as unknown as readonly [Host, Host, Host, ...Host[]];

test('at least 25 hosts without a hook can be told', () => {
  expect(noteHosts.filter(host => host.edits(fresh().places).length > 0).length).toBeGreaterThanOrEqual(25);
});

test.each([undefined, '', '# Mine\n\nUse tabs.', '# Mine\r\n\r\nUse tabs.\r\n'])(
  'hosts that read one file share one note, which goes with the last of them: %j',
  text => {
    const orders = [
      [0, 1, 2],
      [2, 1, 0],
      [1, 0, 2],
    ];
    for (const order of orders) {
      const { project, install, uninstall, state } = fresh();
      const path = join(project, 'AGENTS.md');
      if (text !== undefined) writeFileSync(path, text);
      const three = readers.slice(0, 3) as readonly Host[];
      for (const host of three) install(host);
      const installed = readFileSync(path, 'utf8');
      expect(installed.match(/tinyjuice wrap/g)?.length).toBe(1);
      for (const host of three) install(host);
      expect(readFileSync(path, 'utf8')).toBe(installed);
      for (const [at, which] of order.entries()) {
        const host = three[which] as Host;
        uninstall(host);
        uninstall(host);
        if (at < 2) expect([readFileSync(path, 'utf8'), state(host)]).toEqual([installed, ['ok']]);
      }
      expect(existsSync(path) ? readFileSync(path, 'utf8') : undefined).toBe(text);
    }
  },
);

test('who reads AGENTS.md beside files of its own is told in AGENTS.md alone', () => {
  const { project, install } = fresh();
  for (const name of ['zed', 'crush', 'goose', 'roo', 'vscode-copilot', 'qwen-code'])
    install(hosts.find(host => host.name === name) as Host);
  expect(readdirSync(project)).toEqual(['AGENTS.md']);
});

test('what every session of a project reads is told by no skill beside it', () => {
  const { project, install } = fresh();
  install(hosts.find(({ name }) => name === 'tinyharness') as Host);
  const told = readdirSync(project, { recursive: true, encoding: 'utf8' }).filter(path => path.endsWith('.md'));
  expect(told).toEqual(['.tinyharness/TINYJUICE.md']);
});

test('what somebody writes meanwhile stays', () => {
  const { project, install, uninstall } = fresh();
  const path = join(project, 'AGENTS.md');
  const [first, second] = readers;
  writeFileSync(path, '# Mine\n');
  install(first);
  writeFileSync(path, `${readFileSync(path, 'utf8')}\nMore.\n`);
  install(second);
  uninstall(first);
  uninstall(second);
  expect(readFileSync(path, 'utf8')).toBe('# Mine\n\nMore.\n');
});

test.each([
  [0, 1],
  [1, 0],
])('a folder that was made for two files goes with the last of them: %j, then %j', (...order) => {
  const { project, install, uninstall } = fresh();
  const both = ['cursor', 'cursor-rules'].map(name => hosts.find(host => host.name === name) as Host);
  for (const host of both) install(host);
  for (const at of order) uninstall(both[at] as Host);
  expect(existsSync(join(project, '.cursor'))).toBe(false);
});

test('a note is short, names no path, and joins no commands', () => {
  for (const host of noteHosts)
    for (const edit of host.edits(fresh().places)) {
      if (edit.kind === 'json-entry') continue;
      expect(edit.text.length).toBeLessThan(900);
      expect(edit.text).toContain('`tinyjuice wrap');
      expect(edit.text.match(/`[^`]*[;&|][^`]*`/)).toBeNull();
      expect(edit.text).not.toContain(root);
    }
});

test('a project’s other settings stay, and so does its list', () => {
  const { project, install, uninstall } = fresh();
  const tinyharness = hosts.find(({ name }) => name === 'tinyharness') as Host;
  const path = join(project, '.tinyharness/config.json');
  const text = '{\n  "preferred_mode": "Agent",\n  "project_md_files": ["docs/RULES.md"]\n}\n';
  mkdirSync(dirname(path));
  writeFileSync(path, text);
  install(tinyharness);
  expect(JSON.parse(readFileSync(path, 'utf8'))).toEqual({
    preferred_mode: 'Agent',
    project_md_files: ['docs/RULES.md', '.tinyharness/TINYJUICE.md'],
  });
  install(tinyharness);
  uninstall(tinyharness);
  expect(readFileSync(path, 'utf8')).toBe(text);
  expect(existsSync(join(project, '.tinyharness/TINYJUICE.md'))).toBe(false);
});
