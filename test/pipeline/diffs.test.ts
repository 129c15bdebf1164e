/** Diffs: what lockfiles and generated files changed may go, counted; of source nothing does. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { projectRoot } from '../support/project.js';
import { checkTexts, reduce, retrieve } from '../support/run.js';

const raw = (name: string): string => readFileSync(join(projectRoot, 'fixtures', name, 'raw.txt'), 'utf8');

/** `count` added lines of a lockfile, with words in them that would be errors elsewhere. */
const entries = (count: number): string[] =>
  Array.from({ length: count }, (_, i) => `+    "node_modules/error-${i}": { "version": "${i}.0.0" }, ERROR ok ${i}`);

/** One new file, as git shows it. */
const newFile = (path: string, body: readonly string[]): string[] => [
  `diff --git a/${path} b/${path}`,
  'new file mode 100644',
  'index 0000000..1234567',
  '--- /dev/null',
  `+++ b/${path}`,
  `@@ -0,0 +1,${body.length} @@`,
  ...body,
];

const textOf = (...parts: readonly (readonly string[])[]): string => `${parts.flat().join('\n')}\n`;

const source = newFile('src/a.ts', ['+export const a = 1;', '+// ERROR: not now']);

describe('a lockfile beside source', () => {
  const body = entries(400);
  const text = textOf(newFile('web/package-lock.json', body), source);

  test('is left out behind its first hunk header, and counted', async () => {
    const run = await reduce(text, { command: 'git diff' });
    expect(run.text.split('\n')).toEqual([
      'diff --git a/web/package-lock.json b/web/package-lock.json',
      'new file mode 100644',
      'index 0000000..1234567',
      '--- /dev/null',
      '+++ b/web/package-lock.json',
      '@@ -0,0 +1,400 @@',
      '[... lines 7-406: +400 -0]',
      'diff --git a/src/a.ts b/src/a.ts',
      'new file mode 100644',
      ...source.slice(2),
      expect.stringMatching(/^\[400 of 414 lines omitted: tinyjuice retrieve tj_\w{10}\]$/),
      '',
    ]);
    expect(run.warnings).toEqual([]);
    expect((await checkTexts(text, run.out)).violation).toBeUndefined();
    expect((await retrieve(run)).toString()).toBe(text);
  });

  test('shows the marks of a merge that stand in it', async () => {
    const marked = [...body.slice(0, 200), '+<<<<<<< HEAD', ...body.slice(200, 300), '+=======', ...body.slice(300)];
    const run = await reduce(textOf(newFile('yarn.lock', marked), source));
    expect(run.text).toContain(
      '\n[... lines 7-206: +200 -0]\n+<<<<<<< HEAD\n[... lines 208-307: +100 -0]\n+=======\n[... lines 309-408: +100 -0]\n',
    );
    expect((await checkTexts(run.raw, run.out)).violation).toBeUndefined();
  });

  test('takes the names of blobs with it, where a mark is shorter', async () => {
    const changed = textOf(newFile('yarn.lock', body), [
      'diff --git a/b.ts b/b.ts',
      'index 1f3b5d7..8a6c4e2 100644',
      '--- a/b.ts',
      '+++ b/b.ts',
      '@@ -1 +1 @@',
      '-a',
      '+b',
    ]);
    expect((await reduce(changed)).text).toContain('\ndiff --git a/b.ts b/b.ts\n[... line 408]\n--- a/b.ts\n');
  });

  test('is the same however it is cut, and known from the text alone', async () => {
    const told = await reduce(text, { command: 'git diff' });
    const bytes = Buffer.from(text);
    const pieces = Array.from({ length: Math.ceil(bytes.length / 97) }, (_, i) => bytes.subarray(97 * i, 97 * i + 97));
    expect((await reduce(pieces)).text).toBe(told.text);
    expect((await reduce(text)).text).toBe(told.text);
  });

  test('stays whole in the light profile, and where nothing can be stored', async () => {
    expect((await reduce(text, { profile: 'light' })).text).toBe(text);
    expect((await reduce(text, { store: 'none' })).text).toBe(text);
  });

  test.each([
    'cat a.diff',
    'git show HEAD:a.diff',
    'git show :a.diff',
    'git cat-file -p HEAD:a.diff',
    'head -999 a.diff',
    'cat a.diff && git diff',
  ])('stays whole where `%s` reads it', async command => {
    expect((await reduce(text, { command })).text).toBe(text);
  });

  test.each([
    'git show HEAD',
    "git log -p --format='%h: %s'",
    'git status --short && git diff',
    'git diff | head -9999',
    'gh pr diff 12',
    'diff -u a b',
    'git show :/fix',
    'hg diff --git',
    'git -C web stash show -p',
  ])('is left out where `%s` prints it', async command => {
    expect((await reduce(text, { command, exitCode: 1 })).text).toContain('\n[... lines 7-406: +400 -0]\n');
  });

  test('a wrong count, and counts for what is in no hunk, are refused', async () => {
    const { text: out } = await reduce(text);
    const said = async (from: string, to: string) => (await checkTexts(text, out.replace(from, to))).violation?.message;
    expect(await said('+400 -0', '+399 -0')).toBe('the gap says +399 -0, but RAW has +400 -0 there');
    expect(await said('+400 -0', '+400 -1')).toBe('the gap says +400 -1, but RAW has +400 -0 there');
    expect(await said('+++ b/web/package-lock.json\n', '[... line 5: +0 -0]\n')).toBe(
      'the gap says it is inside hunks of a diff, but raw line 5 is not',
    );
  });
});

describe('a lockfile that nothing else stands beside', () => {
  test('stays whole up to 16,000 characters', async () => {
    const text = textOf(newFile('Cargo.lock', entries(200)));
    expect((await reduce(text, { command: 'git diff Cargo.lock' })).text).toBe(text);
  });

  test('is left out beyond', async () => {
    const text = textOf(newFile('Cargo.lock', entries(400)));
    expect((await reduce(text)).text).toContain('\n[... lines 7-406: +400 -0]\n');
  });

  test('is left out once a file of source comes, however far behind', async () => {
    const both = textOf(newFile('Cargo.lock', entries(60)), newFile('go.sum', entries(60)));
    expect((await reduce(both)).text).toBe(both);
    expect((await reduce(both + textOf(source))).text.match(/: \+60 -0\]/g)).toHaveLength(2);
  });
});

describe('other generated files', () => {
  const lines = Array.from({ length: 80 }, (_, i) => `+func (x *Vote) Get${i}() string { return x.field${i} }`);

  test('are known by a comment near their beginning', async () => {
    const text = textOf(source, newFile('gen/a.pb.go', ['+// Code generated by protoc. DO NOT EDIT.', ...lines]));
    expect((await reduce(text)).text).toContain(
      '\n+// Code generated by protoc. DO NOT EDIT.\n[... lines 16-95: +80 -0]\n',
    );
  });

  test.each([
    ['a string in the source of a generator', '+const HEAD = "// Code generated by us. DO NOT EDIT.";'],
    ['a comment about such files', '+// Files with @generated in them are not looked at.'],
    ['a snapshot of a test', '+exports[`a 1`] = `'],
  ])('%s makes none', async (_what, line) => {
    const text = textOf(source, newFile('src/gen.test.ts.snap', [line, ...lines]));
    expect((await reduce(text)).text).toBe(text);
  });

  test('a bundle is known by its folder and its long lines', async () => {
    const body = ['+/*! a */', `+${'var a=1;'.repeat(400)}`, '+// end'];
    expect((await reduce(textOf(source, newFile('dist/a.js', body)))).text).toContain(
      '\n+/*! a */\n[... lines 16-17: +2 -0]\n',
    );
    const other = textOf(source, newFile('src/a.js', body));
    expect((await reduce(other)).text).toBe(other);
  });

  test('a version that is bumped stays', async () => {
    const text = textOf(source, newFile('Cargo.lock', entries(10)));
    expect((await reduce(text)).text).toBe(text);
  });
});

describe('what is no diff is not touched', () => {
  const diff = textOf(newFile('package-lock.json', entries(300)), source);
  test.each([
    ['Markdown with a diff in it', `# How to\n\n\`\`\`diff\n${diff}\`\`\`\n`],
    ['a mail that quotes one', `From: dev@example.com\nSubject: a patch\n\n${diff.replace(/^/gm, '> ')}\n`],
    ['a mail that holds one', `From: dev@example.com\nSubject: a patch\n\nHello,\n\n${diff}`],
    [
      'a diff in the message of a commit',
      `commit ${'a'.repeat(40)}\nAuthor: Dev <dev@example.com>\n\n${diff.replace(/^/gm, '    ')}`,
    ],
    ['a diff without its first lines', diff.split('\n').slice(7).join('\n')],
  ])('%s', async (_what, text) => {
    expect((await reduce(text)).text).toBe(text);
  });

  test('lines behind a hunk that is shorter than its header says', async () => {
    const short = newFile('go.sum', entries(60)).map(line => line.replace('+1,60', '+1,9999'));
    const text = textOf(short, ['FAIL a.test.ts', 'Expected: 1', 'Received: 2'], source);
    const { out } = await reduce(text, { command: 'git diff' });
    const shown = out.toString();
    for (const line of ['FAIL a.test.ts', 'Expected: 1', 'Received: 2', ...source.slice(3)])
      expect(shown).toContain(`\n${line}\n`);
    expect((await checkTexts(text, out)).violation).toBeUndefined();
  });

  test('a combined diff of a lockfile', async () => {
    const text = raw('git-diff/conflict');
    expect((await reduce(text.repeat(8))).text).toBe(text.repeat(8));
  });
});

const word = fc.constantFrom(
  'error: x',
  'a',
  '',
  '-- b',
  '++ c',
  '@@ -1 +1 @@',
  'diff --git a/x b/x',
  '✓ ok',
  'Tests: 3 passed',
  '[x40]',
  '\\ d',
);
const change = fc.tuple(fc.constantFrom('+', '-', ' '), word).map(([sign, text]) => sign + text);
const hunk = fc.array(change, { minLength: 1, maxLength: 40 }).map(body => {
  const count = (sign: string): number => body.filter(line => !line.startsWith(sign)).length;
  return [`@@ -1,${count('+')} +1,${count('-')} @@ fn()`, ...body];
});
/** Of a file, above its first hunk. */
const HEADER_LINES = 4;

const path = fc.constantFrom('src/a.ts', 'go.sum', 'b/yarn.lock', 'c.min.js', 'a b/ü.py', 'src/lock.ts');
const file = fc
  .tuple(path, fc.array(hunk, { minLength: 1, maxLength: 6 }), fc.boolean())
  .map(([name, hunks, hasEnd]) => ({
    isSource: /\.(?:ts|py)$/.test(name),
    name,
    lines: [
      `diff --git a/${name} b/${name}`,
      'index 1234567..89abcde 100644',
      `--- a/${name}`,
      `+++ b/${name}`,
      ...hunks.flat(),
      ...(hasEnd ? [] : ['\\ No newline at end of file']),
    ],
  }));

test('of whatever diffs, every line of source stays, in order, and every file is named', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(file, { minLength: 1, maxLength: 8 }), fc.boolean(), async (files, isTold) => {
      const text = textOf(...files.map(({ lines }) => lines));
      const run = await reduce(text, isTold ? { command: 'git diff' } : {});
      const out = run.text.split('\n');
      let at = 0;
      for (const { isSource, name, lines } of files) {
        // In its own words, or in a form that says the name once.
        at = out.findIndex((line, index) => index >= at && line.startsWith('diff ') && line.includes(name)) + 1;
        expect(at).toBeGreaterThan(0);
        for (const line of isSource ? lines.slice(HEADER_LINES) : lines.slice(HEADER_LINES, HEADER_LINES + 1)) {
          at = out.indexOf(line, at) + 1;
          expect(at).toBeGreaterThan(0);
        }
      }
      expect(run.warnings).toEqual([]);
      expect((await checkTexts(text, run.out)).violation).toBeUndefined();
      expect((await reduce(run.text, isTold ? { command: 'git diff' } : {})).text).toBe(run.text);
    }),
    { numRuns: 300 },
  );
});
