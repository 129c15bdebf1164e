/** What a text is, without being told: real files and recorded output, and texts that look like something else. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { kindByLooks } from '../../src/classify/text-kind.js';
import { projectRoot } from '../support/project.js';

const HEAD_BYTES = 16_384;
const kindOf = (text: string | Buffer): string | undefined =>
  kindByLooks(Buffer.from(text).subarray(0, HEAD_BYTES).toString('utf8').split(/\r?\n/))?.kind;

/** Files below a folder whose paths match, at most `most` of them, spread over all. */
function filesIn(folder: string, pattern: RegExp, most: number): readonly string[] {
  const all = readdirSync(join(projectRoot, folder), { recursive: true, encoding: 'utf8' })
    .map(path => path.replaceAll('\\', '/'))
    .filter(path => pattern.test(path))
    .sort();
  const step = Math.max(1, Math.floor(all.length / most));
  return all
    .filter((_, at) => at % step === 0)
    .slice(0, most)
    .map(path => join(projectRoot, folder, path));
}

const fixture = (name: string): string => join(projectRoot, 'fixtures', name, 'raw.txt');

const FILES: readonly (readonly [string, readonly string[]])[] = [
  ['code', filesIn('src', /\.ts$/, 40)],
  ['code', filesIn('test', /\.ts$/, 30)],
  ['code', filesIn('node_modules', /\/(?:lib|dist|src)\/[^/]*\.(?:js|d\.ts|cjs|mjs)$/, 60)],
  ['json', filesIn('rules', /\.json$/, 30)],
  ['json', filesIn('node_modules', /(?:^|\/)package\.json$/, 40)],
  ['markdown', filesIn('node_modules', /(?:^|\/)readme\.md$/i, 50)],
  ['markdown', ['README.md', 'CHANGELOG.md', 'rules/README.md'].map(name => join(projectRoot, name))],
  ['prose', filesIn('node_modules', /(?:^|\/)LICENSE(?:\.txt)?$/i, 20)],
  ['html', filesIn('fixtures/html', /\.html$/, 5)],
  ['diff', ['git-diff/conflict', 'git-diff/go-sum', 'git-diff/npm-lockfile', 'git-show/commit'].map(fixture)],
  ['listing', ['ls/archive', 'tree/repo'].map(fixture)],
  ['table', ['ps/aux', 'ss/listening', 'dpkg/list', 'npm-outdated/some', 'pip-list/all', 'psql/rows'].map(fixture)],
];

test('of hundreds of files and outputs nineteen in twenty are known', () => {
  const wrong = FILES.flatMap(([kind, paths]) =>
    paths.filter(path => kindOf(readFileSync(path)) !== kind).map(path => `${kind}: ${path}`),
  );
  const count = FILES.reduce((sum, [, paths]) => sum + paths.length, 0);
  expect(count).toBeGreaterThan(250);
  expect(wrong.length, wrong.join('\n')).toBeLessThanOrEqual(count * 0.05);
});

const times = (count: number, line: (at: number) => string): string =>
  Array.from({ length: count }, (_, at) => line(at)).join('\n');

const TEXTS: readonly (readonly [string, string, string])[] = [
  [
    'diff',
    'by mail',
    `From ${'0a'.repeat(20)} Mon Sep 17 00:00:00 2001\nFrom: A <a@b.c>\nSubject: [PATCH] x\n\nIt was wrong.\n---\n a.ts | 2 +-\n\ndiff --git a/a.ts b/a.ts\n--- a/a.ts\n+++ b/a.ts\n@@ -1,2 +1,2 @@\n const a = 1;\n-const b = 2;\n+const b = 3;\n-- \n2.39.5\n`,
  ],
  ['diff', 'of plain diff', '3c3\n< const a = 1;\n---\n> const a = 2;\n7,8d6\n< if (a) {\n< }\n'],
  [
    'diff',
    'with context marks',
    '*** a.ts\t2026-11-20\n--- b.ts\t2026-11-20\n***************\n*** 1,2 ****\n! const a = 1;\n  b();\n--- 1,2 ----\n! const a = 2;\n  b();\n',
  ],
  ['search', 'in one file', '3:func Open() error {\n17:func Close() error {\n120:func Read(p []byte) (int, error) {\n'],
  ['listing', 'names alone', 'adduser.conf\nbash.bashrc\ncron.d\nfstab\nhost.conf\nlogin.defs\n'],
  ['table', 'below a ruler', 'Package  Version\n-------- -------\nattrs    24.2.0\nclick    8.1.7\n'],
  [
    'json',
    'cut in the middle',
    JSON.stringify(
      times(9, at => `${at}`)
        .split('\n')
        .map(id => ({ id, a: [1] })),
      null,
      2,
    ).slice(0, -40),
  ],
  ['jsonl', 'rows', times(9, at => `{"id":${at},"name":"user ${at}"}`)],
  ['log', 'of JSON', times(9, at => `{"level":30,"time":17000${at},"msg":"request ${at}"}`)],
  ['csv', 'with cells that hold marks', `id,name,note\n${times(9, at => `${at},"Sandoval, Mira","a ""b"" c"`)}`],
  ['tsv', 'rows', times(9, at => `${at}\tuser ${at}\tNL`)],
  [
    'yaml',
    'manifest',
    'apiVersion: v1\nkind: Service\nmetadata:\n  name: orders\nspec:\n  ports:\n  - name: http\n    port: 80\n',
  ],
  [
    'yaml',
    'workflow',
    'name: test\non: [push]\njobs:\n  build:\n    runs-on: ubuntu-latest\n    steps:\n      - uses: actions/checkout@v4\n      - run: npm ci\n',
  ],
  [
    'toml',
    'manifest',
    '[package]\nname = "orders"\nversion = "0.1.0"\n\n[dependencies]\nserde = { version = "1", features = ["derive"] }\n',
  ],
  [
    'ini',
    'sections',
    '[client]\nport=3306\nsocket=/run/mysqld.sock\n; a comment\n[mysqld]\nskip-external-locking\nuser=mysql\n',
  ],
  ['ini', 'environment', times(9, at => `SERVICE_${at}_URL=http://10.0.0.${at}:8080/`)],
  ['xml', 'feed', '<?xml version="1.0"?>\n<rss version="2.0"><channel>\n<title>News</title>\n</channel></rss>'],
  [
    'html',
    'with quotes that are not closed',
    '<html><body>\n<div class="a>\n<p>One</p>\n<a href="/x>two</a>\n</div></body></html>',
  ],
  [
    'markdown',
    'with a page in it',
    '# How to\n\nBegin with:\n\n```html\n<html>\n<body>\n<p>Hi</p>\n</body>\n</html>\n```\n\n- one\n- two\n',
  ],
  ['search', 'hits', times(9, at => `src/app/cart.ts:${at + 3}:  const item = ${at};`)],
  [
    'search',
    'hits and lines around them',
    times(9, at => `src/cart.ts${at % 3 === 1 ? ':' : '-'}${at}${at % 3 === 1 ? ':' : '-'}  x${at}();`),
  ],
  ['search', 'below their file', `src/app/cart.ts\n${times(9, at => `${at + 3}:  const item = ${at};`)}`],
  ['log', 'that names places', times(9, at => `2026-11-20T10:00:0${at}Z INFO src/app/cart.ts:${at}: done`)],
  ['log', 'whose times are no places', times(9, at => `2026-11-20T10:0${at}:07 cart.ts:12: handled in ${at} ms`)],
  ['log', 'of syslog', times(9, at => `Nov 20 10:00:0${at} harbour sshd[41${at}]: Accepted publickey for mira`)],
  [
    'access-log',
    'of nginx',
    times(9, at => `10.0.0.${at} - - [20/Nov/2026:10:00:0${at} +0000] "GET /a HTTP/1.1" 200 51${at}`),
  ],
  [
    'stack-trace',
    'of Python',
    `Traceback (most recent call last):\n${times(5, at => `  File "/srv/app/a${at}.py", line ${at}, in run\n    go(${at})`)}\nValueError: no`,
  ],
  [
    'stack-trace',
    'of Java',
    `Exception in thread "main" java.lang.IllegalStateException: no\n${times(9, at => `\tat com.acme.Cart.add(Cart.java:${at})`)}`,
  ],
  ['listing', 'paths', times(9, at => `src/app/part-${at}/index.ts`)],
  ['code', 'all but a comment', `#!/bin/sh\n${times(9, at => `# what ${at} is for`)}\nexec node "$@"\n`],
  [
    'code',
    'Python with a docstring',
    `"""How to use this.\n\n# Heading\n\n- one\n- two\n"""\nimport os\n\ndef run(a):\n    return os.path.join(a, 'b')\n\nclass Cart:\n    pass\n`,
  ],
  [
    'prose',
    'sentences',
    'The pilot came aboard at dawn and asked for the chart.\nNobody had seen it since the storm, said the mate.\n',
  ],
];

describe('known by its lines', () => {
  test.each(TEXTS)('%s: %s', (kind, _what, text) => {
    expect(kindOf(text)).toBe(kind);
  });
});

test.each([
  '',
  '\n\n',
  'x',
  '0',
  '\u0000\u0001',
  '['.repeat(50_000),
  '<'.repeat(50_000),
  '"'.repeat(50_000),
  'a,'.repeat(50_000),
])('looks at any text at once: %#', text => {
  const started = process.cpuUsage();
  kindOf(text);
  const { user, system } = process.cpuUsage(started);
  expect((user + system) / 1_000).toBeLessThan(500);
});
