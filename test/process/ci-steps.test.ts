/** What the README tells a CI service to run is run here, and what it says of that is looked at. */
import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { projectRoot } from '../support/project.js';
import { cli, environment, folder, tinyjuice } from './cli.js';

const readme = readFileSync(join(projectRoot, 'README.md'), 'utf8');
const steps = [...readme.matchAll(/^```yaml\n([\s\S]*?)^```$/gm)].flatMap(([, text = '']) =>
  [...text.matchAll(/^ *- (?:run: )?(tinyjuice .+)$/gm)].map(([, line = '']) => line),
);

const ANNOTATION = '::error file=src/a.ts,line=3::wrong';
const SECRET = 'hunter2-in-the-output';
const PROGRAM = `for (let at = 0; at < 400; at += 1) console.log('ok ' + at + ' ${SECRET}');
console.log('${ANNOTATION}');
process.exitCode = 7;`;

/** A project whose \`npm test\` prints much and fails, with \`tinyjuice\` on the path. */
function openProject() {
  const root = mkdtempSync(join(folder, 'ci-'));
  const program = join(root, 'tinyjuice');
  writeFileSync(program, `#!/bin/sh\nexec "${process.execPath}" "${cli}" "$@"\n`);
  chmodSync(program, 0o755);
  writeFileSync(join(root, 'test.cjs'), PROGRAM);
  writeFileSync(join(root, 'package.json'), '{"scripts":{"test":"node test.cjs"}}');
  const env = { ...environment, CI: 'true', PATH: `${root}:${process.env.PATH}`, npm_config_update_notifier: 'false' };
  return { root, env };
}

describe('the steps of the README', () => {
  test('there are two', () => expect(steps).toHaveLength(2));

  test.each(steps)('%s', line => {
    const { root, env } = openProject();
    const variables = { GITHUB_STEP_SUMMARY: join(root, 'summary.md') };
    const run = spawnSync('bash', ['-e', '-o', 'pipefail', '-c', line], { cwd: root, env: { ...env, ...variables } });
    const out = run.stdout.toString();
    expect(run.status).toBe(7);
    expect(run.stderr.toString()).not.toContain('tinyjuice');
    expect(out.split('\n')).toContain(ANNOTATION);
    const raw = readFileSync(join(root, 'build.log'), 'utf8');
    expect(raw).toContain(`ok 217 ${SECRET}\n`);
    expect(raw).toContain(`${ANNOTATION}\n`);
    const summary = readFileSync(join(root, 'summary.md'), 'utf8');
    expect(summary).toMatch(
      /^\| output of \| exit \| lines \| tokens, about \| saved \| original \|\n\|(?:---\|){6}\n(?:\| .* \| 7 \| \d+ -> \d+ \| \d+ -> \d+ \| -?\d+ % \| .* \|\n)+$/,
    );
    expect(summary).not.toContain(SECRET);
  });

  test('without the variable, nothing is written and the command runs all the same', () => {
    const { root, env } = openProject();
    const run = spawnSync('bash', ['-c', steps[0] ?? ''], { cwd: root, env: { ...env, GITHUB_STEP_SUMMARY: '' } });
    expect({ code: run.status, hasSummary: existsSync(join(root, 'summary.md')) }).toEqual({
      code: 7,
      hasSummary: false,
    });
  });
});

describe('--summary', () => {
  test('appends, for reduce too, and says what was left out', async () => {
    const path = join(mkdtempSync(join(folder, 'ci-')), 'summary.md');
    writeFileSync(path, '# Build');
    const file = join(projectRoot, 'fixtures/npm-install/http-log/raw.txt');
    for (let round = 0; round < 2; round += 1)
      expect((await tinyjuice(['reduce', '--summary', path, file])).code).toBe(0);
    const text = readFileSync(path, 'utf8');
    expect(text.startsWith('# Build\n| output of')).toBe(true);
    expect(
      text.match(/^\| install\/npm-install \| {2}\| 765 -> \d+ .*\| `tinyjuice retrieve tj_\w{10}` \|$/gm),
    ).toHaveLength(2);
  });

  test('has one row for a command that says nothing, and none for an output that says nothing', async () => {
    const path = join(mkdtempSync(join(folder, 'ci-')), 'summary.md');
    for (const program of ['exit 3', 'echo out'])
      await tinyjuice(['wrap', '--stderr', 'separate', '--summary', path, '--', 'sh', '-c', program]);
    const rows = readFileSync(path, 'utf8').match(/^\| no rule .*$/gm) ?? [];
    expect(rows.map(row => row.split(' | ').slice(1, 3))).toEqual([
      ['3', ''],
      ['0', '1 -> 1'],
    ]);
  });

  test.each(['/dev/null/summary.md', '/'])('%s cannot be written: one line, and the command’s own end', async path => {
    const run = await tinyjuice(['wrap', '--summary', path, '--', 'sh', '-c', 'echo out; exit 5']);
    expect({ code: run.code, text: run.text }).toEqual({ code: 5, text: 'out\n' });
    expect(run.err).toMatch(/^tinyjuice: --summary: .+: there is no summary\n$/);
  });
});

test('--matchers: each finding that is shown has its file, as it was printed', async () => {
  const findings = Array.from(
    { length: 30 },
    (_, at) => `src/app/cart.c:${at + 3}:7: error: no such name: item_${at * 7}`,
  );
  const reduce = async (...flags: string[]) =>
    (await tinyjuice(['reduce', '--command', 'gcc -c src/app/cart.c', ...flags, '-'], { input: findings.join('\n') }))
      .text;
  expect((await reduce()).split('\n')).not.toContain(findings[4]);
  const lines = (await reduce('--matchers')).split('\n');
  for (const finding of findings) expect(lines).toContain(finding);
});
