import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { apply, planInstall, planUninstall } from '../../src/hosts/apply.js';
import type { Edit } from '../../src/hosts/host.js';

const root = mkdtempSync(join(tmpdir(), 'tinyjuice-files-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));

/** A file of settings, as it is before anything is installed. */
function fresh(text: string) {
  const folder = mkdtempSync(join(root, 'home-'));
  const path = join(folder, 'settings.json');
  const place = { host: 'my-host', journalDir: join(folder, 'state') };
  const entry = { hooks: [{ type: 'command', command: '/opt/tinyjuice hook my-host' }] };
  const edits: readonly Edit[] = [{ kind: 'json-entry', path, at: ['hooks', 'After'], entry }];
  writeFileSync(path, text);
  return {
    folder,
    path,
    edits,
    place,
    install: () => apply(planInstall(edits, place), place),
    uninstall: () => apply(planUninstall(edits, place), place),
  };
}

test('a file that is read-only is neither installed into nor taken out of', () => {
  const { path, place, install, uninstall } = fresh('{}');
  chmodSync(path, 0o444);
  expect(install).toThrow(/read-only.*Nothing was changed/);
  expect([readFileSync(path, 'utf8'), existsSync(place.journalDir)]).toEqual(['{}', false]);
  chmodSync(path, 0o644);
  install();
  const installed = readFileSync(path, 'utf8');
  chmodSync(path, 0o444);
  expect(install).not.toThrow();
  expect(uninstall).toThrow(/read-only/);
  expect(readFileSync(path, 'utf8')).toBe(installed);
});

test('what a killed install has left goes with the next one, and what another is writing stays', () => {
  const { folder, path, install } = fresh('{}');
  const { pid } = spawnSync('true');
  const left = [pid, process.pid].map(each => `settings.json.tinyjuice-${each}-0123456789ab`);
  for (const name of [...left, 'settings.json.tinyjuice-notes']) writeFileSync(join(folder, name), 'x');
  install();
  expect(readFileSync(path, 'utf8')).toContain('hook my-host');
  expect(readdirSync(folder).sort()).toEqual(['settings.json', left[1], 'settings.json.tinyjuice-notes', 'state']);
});

test('a note is made as any other new file of its user, settings for its user alone', () => {
  const { folder, path, place, install } = fresh('');
  rmSync(path);
  install();
  const edits: readonly Edit[] = [
    { kind: 'text-block', path: join(folder, 'AGENTS.md'), text: 'note' },
    { kind: 'file', path: join(folder, 'rules/tinyjuice.md'), text: 'note' },
  ];
  apply(planInstall(edits, place), place);
  mkdirSync(join(folder, 'other'));
  writeFileSync(join(folder, 'other/usual'), '');
  const usual = statSync(join(folder, 'other/usual')).mode;
  expect(edits.map(each => statSync(each.path).mode)).toEqual([usual, usual]);
  expect((statSync(path).mode & 0o777).toString(8)).toBe('600');
});

test.runIf(process.getuid?.() === 0)('a file stays its owner’s, whoever installs', () => {
  const { path, install, uninstall } = fresh('{}');
  chownSync(path, 12_345, 12_346);
  for (const change of [install, uninstall]) {
    change();
    expect([statSync(path).uid, statSync(path).gid]).toEqual([12_345, 12_346]);
  }
});
