import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { freshUser as openUser } from './fresh-user.js';

function freshUser() {
  const user = openUser();
  return { ...user, run: (...words: readonly string[]) => user.run(words) };
}

test('what its user has agreed to is told from what has changed since, and what is switched off', async () => {
  const { home, run } = freshUser();
  await run('install', 'codex');
  const path = join(home, '.codex/hooks.json');
  const written = readFileSync(path, 'utf8');
  // As the client itself has named the hash of this command.
  writeFileSync(path, written.replace(/"command": "[^"]*"/, '"command": "/opt/tinyjuice hook codex"'));
  const key = `hooks.state."${path}:post_tool_use:0:0"`;
  const hash = 'sha256:cc61eabb4b94d8a2eda62eb22442ced61814ee3873c06952bb5d8bcf73470d17';
  const says = async (state: string) => {
    writeFileSync(join(home, '.codex/config.toml'), `[${key}]\n${state}\n`);
    return (await run('doctor', 'codex')).text;
  };
  expect(await says(`trusted_hash = "${hash}"`)).toMatch(/^broken .*runs \/opt\/tinyjuice, which cannot be run\n.*\n$/);
  expect(await says(`trusted_hash = "${hash}"\nenabled = false`)).toMatch(/\ndisabled .*switched it off/);
  expect(await says(`trusted_hash = "${hash.replace('c', 'd')}"`)).toMatch(/\ndisabled .*it has changed since/);
  expect(await says('')).toMatch(/\ndisabled .*it has changed since/);
});

test('of a broken file with what its user has agreed to, that file is named, and to be mended', async () => {
  const { home, run } = freshUser();
  await run('install', 'codex');
  writeFileSync(join(home, '.codex/config.toml'), '[hooks\nx = ');
  expect((await run('doctor', 'codex')).text).toMatch(
    /^broken .*\$HOME\/\.codex\/config\.toml: it is no TOML .*\n +repair: \$\{EDITOR:-vi\} "\$HOME\/\.codex\/config\.toml"\n$/,
  );
});
