import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, describe, expect, test } from 'vitest';
import { isLeftOpen, NO_RULES } from '../../src/hosts/command-rules.js';
import { rewriteCommand } from '../../src/hosts/rewrite-command.js';

const root = mkdtempSync(join(tmpdir(), 'tinyjuice-rewrite-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));

const rewrite = (command: string): string | undefined =>
  rewriteCommand(command, { wrapper: 'tinyjuice wrap --', canRun: name => name !== 'mytest' });

test.each([
  ['npm test', 'tinyjuice wrap -- npm test'],
  ['cd app && npm test', 'cd app && tinyjuice wrap -- npm test'],
  [
    'cd "my app" && cd b && cargo test -- --nocapture',
    'cd "my app" && cd b && tinyjuice wrap -- cargo test -- --nocapture',
  ],
  ['CI=1 RUST_LOG=debug cargo test  2>&1 ', 'CI=1 RUST_LOG=debug tinyjuice wrap -- cargo test  2>&1 '],
  ['./gradlew test # all', 'tinyjuice wrap -- ./gradlew test # all'],
  ['pytest -k \'a and b\' "$X" tests/*.py \\*', 'tinyjuice wrap -- pytest -k \'a and b\' "$X" tests/*.py \\*'],
])('%j becomes %j', (command, wanted) => {
  expect(rewrite(command)).toBe(wanted);
});

test.each([
  ['background', ['npm test &', 'nohup npm test', 'setsid npm test', '(npm test)']],
  [
    'several',
    [
      'npm test; npm run lint',
      'npm test || true',
      'npm test && npm run lint',
      'npm test\nnpm run lint',
      'npm install && npm test',
    ],
  ],
  ['pipes', ['npm test | tail -5', 'yes | npm test', '! npm test | cat', 'npm test |& tee log']],
  [
    'redirected',
    [
      'npm test > log',
      'npm test >> log 2>&1',
      'npm test 2> errors',
      'npm test 2>/dev/null',
      'npm test < in',
      '&> log npm test',
      'npm test 2>&1 >log',
      'npm test 1>&2',
      'npm test 3>&1',
    ],
  ],
  ['here-documents', ['npm test <<EOF\nx\nEOF', 'npm test <<< x']],
  ['substitutions', ['npm test $(cat x)', 'npm test `cat x`', 'npm test "$(cat x)"', 'diff <(npm test) x']],
  [
    'interactive',
    [
      'npx vitest --watch',
      'docker run -it x',
      'docker exec -i x cargo test',
      'pytest --pdb',
      'node --inspect x.js',
      'jest --watchAll=true',
    ],
  ],
  [
    'wrapped',
    [
      'tinyjuice wrap -- npm test',
      '/usr/bin/tinyjuice wrap -- npm test',
      'TINYJUICE=off npm test',
      'npx tokenjuice wrap npm test',
    ],
  ],
  [
    'not a program',
    [
      'mytest',
      'eval npm test',
      'exec npm test',
      'source x',
      'time npm test',
      'command npm test',
      '"npm" test',
      '$RUN test',
      'n\\pm test',
      '[[ -f x ]]',
      'if true',
      'function f',
      'f() { npm test; }',
      '',
      '   ',
      '# npm test',
      'X=1',
      'cd app',
    ],
  ],
  ['for another user', ['sudo npm test', 'su -c "npm test"', 'doas npm test']],
  [
    'variables that are ours too',
    [
      'NODE_OPTIONS=--inspect npm test',
      'PATH=/x npm test',
      'HOME=/x npm test',
      'X+=1 npm test',
      'LD_PRELOAD=x npm test',
    ],
  ],
  [
    'not certain',
    [
      'cd && npm test',
      'cd a b && npm test',
      'cd app > x && npm test',
      'X=1 cd app && npm test',
      'pushd app && npm test',
      "npm test 'open",
      'npm test )',
      `npm test ${'x'.repeat(5000)}`,
    ],
  ],
])('%s: it runs as it is written', (_name, commands) => {
  expect(commands.filter(command => rewrite(command) !== undefined)).toEqual([]);
});

describe('in a real shell', () => {
  const bin = join(root, 'bin');
  mkdirSync(bin);
  // Tells its words, its folder, a variable, and where its outputs go.
  const show = '#!/bin/sh\nprintf "%s|" "$0" "$@" "$(pwd)" "$V"; printf "e\\n" >&2; exit 7\n';
  writeFileSync(join(bin, 'show'), show);
  writeFileSync(join(bin, 'tinyjuice'), '#!/bin/sh\nshift 2\nexec "$@"\n');
  for (const name of ['show', 'tinyjuice']) chmodSync(join(bin, name), 0o755);
  mkdirSync(join(root, 'my app'));
  writeFileSync(join(root, 'my app', 'a.txt'), '');

  const run = (command: string): string =>
    execFileSync('sh', ['-c', `{ ${command}\n} 3>&1; echo "=$? $(pwd)"`], {
      cwd: root,
      env: { PATH: `${bin}:/usr/bin:/bin`, X: 'one two', HOME: root },
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    });

  const word = fc.constantFrom(
    'a',
    "'b c'",
    '"d $X"',
    '$X',
    '*.txt',
    '\\*',
    '\\ ',
    "''",
    '--',
    '-v',
    'ü',
    '"\\""',
    '~',
    'a=b',
    "$'\\t'",
    '{1,2}',
    '#no',
  );

  test('it does the very same', () => {
    fc.assert(
      fc.property(
        fc.constantFrom('', "cd 'my app' && ", 'cd nowhere && ', 'V=1 ', 'V="a b" W=$X ', 'cd my\\ app && V=2 '),
        fc.array(word, { maxLength: 5 }),
        fc.constantFrom('', ' 2>&1', '  ', ' # end'),
        (before, words, after) => {
          const command = `${before}show ${words.join(' ')}${after}`;
          const other = rewrite(command);
          if (command.includes('{')) {
            expect(other).toBeUndefined();
            return;
          }
          expect(other).toContain('tinyjuice wrap -- show');
          expect(run(other ?? '')).toBe(run(command));
        },
      ),
      { numRuns: 60 },
    );
  });
});

describe('rules of the user’s', () => {
  const open = (rules: Partial<typeof NO_RULES>, command = 'npm test'): boolean =>
    isLeftOpen(
      { original: command, wrapper: 'tinyjuice wrap --', part: command.replace(/^.*&& /, '') },
      { ...NO_RULES, ...rules },
    );

  test.each([
    [{ asksNothing: true }, true],
    [{ allow: ['*'] }, true],
    [{ allow: ['tinyjuice wrap -- npm test*'] }, true],
    [{ allow: ['tinyjuice wrap -- npm test'] }, true],
    [{ allow: ['tinyjuice wrap*'] }, false],
    [{ allow: ['tinyjuice wrap -- *'] }, false],
    [{ allow: ['tinyjuice wrap -- *', 'npm run*'] }, false],
    [{ allow: ['tinyjuice wrap -- *', 'npm test*'] }, true],
    [{}, false],
    [{ allow: ['npm test*'] }, false],
    [{ allow: ['npm*', 'wrap -- npm test'] }, false],
    [{ allow: ['tinyjuice wrap -- cargo test*'] }, false],
  ])('%j: %j', (rules, wanted) => {
    expect(open(rules)).toBe(wanted);
  });

  test.each([
    'npm test*',
    'npm *',
    'np*',
    'npm',
    '*',
    '* test',
    '/usr/bin/npm*',
    'tinyjuice*',
    'test*',
    '?pm',
    'wrap*',
  ])('what is denied or asked for by %j runs as it is written', rule => {
    expect(open({ allow: ['*'], asksNothing: true, deny: [rule] })).toBe(false);
    expect(open({ allow: ['*'], asksNothing: true, ask: [rule] })).toBe(false);
  });

  test('a rule for another command is no matter', () => {
    expect(open({ allow: ['*'], deny: ['rm *', 'git push*'] })).toBe(true);
    expect(open({ allow: ['*'], deny: ['rm *'] }, 'cd rm && npm test')).toBe(false);
  });
});
