/** Another form of a text, through the real binary: who gets it, how it is undone, and what is refused. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { projectRoot } from '../support/project.js';
import { fileOf, script, tinyjuice } from './cli.js';

const recording = (name: string): string => readFileSync(join(projectRoot, 'fixtures/documents', name), 'utf8');

/** As `kubectl get pods -o json` writes them. */
const pods = (count: number) => ({
  apiVersion: 'v1',
  items: Array.from({ length: count }, (_, i) => ({
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: {
      labels: { 'app.kubernetes.io/name': `api-${i % 3}` },
      name: `api-${i}`,
      namespace: 'payments',
      ownerReferences: [{ kind: 'ReplicaSet', name: `api-${i % 3}`, controller: true }],
    },
    spec: {
      containers: [{ image: `registry.example.com/api:1.${i}`, name: 'main', ports: [{ containerPort: 8080 }] }],
    },
    status: {
      ...(i === 7 ? { message: '0/3 nodes are available: 3 Insufficient memory.' } : {}),
      phase: i === 7 ? 'Pending' : 'Running',
    },
  })),
  kind: 'List',
  metadata: { resourceVersion: '' },
});

/** As `docker inspect` writes them. */
const containers = (count: number) =>
  Array.from({ length: count }, (_, i) => ({
    Id: `${i}`.padStart(64, 'a'),
    State: { Status: 'running', Running: true, OOMKilled: i === 2, ExitCode: 0, Error: '' },
    Config: { Env: ['PATH=/usr/bin', `N=${i}`], Labels: { 'com.docker.compose.service': `svc${i}` } },
    NetworkSettings: { Ports: { '80/tcp': [{ HostIp: '0.0.0.0', HostPort: `${8080 + i}` }] } },
  }));

/** As `gh issue list --json …` writes them. */
const issues = (count: number) =>
  Array.from({ length: count }, (_, i) => ({
    author: { id: `MDQ6${i}`, is_bot: false, login: i % 2 === 0 ? 'ada' : 'bob' },
    labels: i % 3 === 0 ? [{ name: 'bug', color: 'd73a4a' }] : [],
    number: 4000 - i,
    title: i === 5 ? 'Comma, "quotes" and\ttab' : 'Fix crash on empty input',
    url: `https://github.com/o/r/issues/${4000 - i}`,
  }));

const customers = Array.from({ length: 60 }, (_, i) => ({
  id: i,
  name: `customer ${i}`,
  balance: i * 1.5,
  tags: ['a'],
}));

const TEXTS: Readonly<Record<string, string>> = {
  'kubectl get -o json': `${JSON.stringify(pods(20), undefined, 4)}\n`,
  'docker inspect': `${JSON.stringify(containers(8), undefined, 4)}\n`,
  'gh issue list --json': `${JSON.stringify(issues(30))}\n`,
  'lines of JSON, one of another kind': `${customers.map(each => JSON.stringify(each)).join('\n')}\nlast line, cut off`,
  'a list of 1,000': JSON.stringify(
    Array.from({ length: 1_000 }, (_, id) => ({ id, at: `2026-11-22T10:00:${id}Z`, ok: id !== 700 })),
    undefined,
    2,
  ),
  'pip list --format=json': recording('pip-list.json'),
  'go list -json': recording('go-list.json'),
  'lines that end in CRLF': `${JSON.stringify(customers, undefined, 2)}\n`.replaceAll('\n', '\r\n'),
};

describe.each(Object.entries(TEXTS))('%s', (_name, text) => {
  test('gets a smaller form, which decode undoes, check accepts, and reduce leaves alone', async () => {
    const path = fileOf('decode-raw.json', text);
    const reduced = await tinyjuice(['reduce', path]);
    expect(reduced).toMatchObject({ code: 0, err: '' });
    expect(reduced.text).toMatch(/^\[[^\n]*; exact: tinyjuice decode\]\n/);
    expect(reduced.out.length).toBeLessThan(text.length * 0.8);
    const out = fileOf('decode-out.txt', reduced.out);
    expect((await tinyjuice(['decode', out])).text).toBe(text);
    expect((await tinyjuice(['check', path, out])).text).toMatch(/^holds: \d+ lines shown, 0 left out\n$/);
    for (const more of [[], ['--profile', 'light'], ['--command', 'curl -s http://localhost/']])
      expect((await tinyjuice(['reduce', ...more, out])).text).toBe(reduced.text);
  });

  test('is the same from a pipe, in light, without a store, and by wrap', async () => {
    const path = fileOf('decode-raw.json', text);
    const [file, ...others] = await Promise.all(
      [
        'reduce FILE',
        'reduce - < FILE',
        'reduce --profile light FILE',
        'reduce --no-store FILE',
        'wrap -- node -e "fs.writeSync(1, fs.readFileSync(process.argv[1]))" FILE',
        'wrap -- cat FILE',
      ].map(words => script(`tj ${words.replace('FILE', path)}`)),
    );
    const onPurpose = others.pop();
    expect(onPurpose?.text).toBe(text);
    for (const other of others) expect(other.text).toBe(file?.text);
  });

  test('stays as it is with --raw and --profile off, and where a command reads it on purpose', async () => {
    const raw = fileOf('decode-raw.json', text);
    // Which commands read on purpose is asked of `classify`; each kind of text has two of them here.
    const commands = ['cat x.json', 'jq . x.json', 'head -500 x.json', 'cat a.json | jq .items', 'echo a; cat x.json'];
    for (const command of [0, 1].map(at => commands[(text.length + at) % commands.length] as string))
      expect((await tinyjuice(['reduce', '--command', command, raw])).text).toBe(text);
    for (const flags of [['--raw'], ['--profile', 'off']])
      expect((await tinyjuice(['reduce', ...flags, raw])).text).toBe(text);
  });
});

test('the report names the compressor, and says that nothing is lost', async () => {
  const run = await tinyjuice(['reduce', '--json', fileOf('list.json', TEXTS['docker inspect'] ?? '')]);
  expect(JSON.parse(run.text)).toMatchObject({
    compaction: { applied: true, lossy: false, compressor: 'json-table', omitted: [] },
    trace: ['JSON', 'compressor json-table: lossless'],
  });
  expect(JSON.parse(run.text)).not.toHaveProperty('recovery');
});

test('a fault in a compressor leaves the text to the line road, and says so', async () => {
  const text = TEXTS['docker inspect'] ?? '';
  const run = await tinyjuice(['reduce', fileOf('list.json', text)], { env: { TINYJUICE_PROVOKE: 'document' } });
  expect(run).toMatchObject({ code: 0, text });
  expect(run.err).toBe('tinyjuice: internal fault in the document road (provoked): the text goes line by line\n');
});

test('a hard limit takes the whole text where that fits, and else the line road', async () => {
  const path = fileOf('list.json', TEXTS['a list of 1,000'] ?? '');
  const fits = await tinyjuice(['reduce', '--max-chars', '40000', path]);
  expect(fits.text).toMatch(/^\[json as a table, 1000 rows, /);
  const tight = await tinyjuice(['reduce', '--max-chars', '2000', path]);
  expect(tight.text.length).toBeLessThanOrEqual(2_000);
  expect(tight.text).toMatch(/lines omitted: tinyjuice retrieve tj_\w{10}\]\n$/);
});

test('a document of more than 2 MiB goes line by line, as does one that is cut', async () => {
  const long = JSON.stringify(
    Array.from({ length: 30_000 }, (_, id) => ({ id, name: `name ${id}`, is: true })),
    undefined,
    4,
  );
  expect(long.length).toBeGreaterThan(2 * 1024 * 1024);
  for (const text of [long, (TEXTS['a list of 1,000'] ?? '').slice(0, 30_000)])
    expect((await tinyjuice(['reduce', '--no-store', fileOf('long.json', text)])).text).toBe(text);
});

describe('decode refuses', () => {
  test.each([
    ['a text that is no form', 'hello\n', /^tinyjuice: stdin:1: no line of it is a label of ours\. /],
    ['nothing', '', /^tinyjuice: stdin:1: no line of it is a label of ours\. /],
    [
      'a damaged row',
      '[json as a table, 2 rows, tight; exact: tinyjuice decode]\n"a","b"\n1,2\n1,2,3\n',
      /stdin:4: there are more cells than columns\. /,
    ],
    [
      'a missing row',
      '[json as a table, 2 rows, tight; exact: tinyjuice decode]\n"a","b"\n1,2\n',
      /stdin:\d: 2 rows are announced, but the text ends before the last\. /,
    ],
    [
      'a form of another version',
      '[csv as a song; exact: tinyjuice decode]\na\n',
      /stdin:1: no form of ours has this label: csv as a song\. /,
    ],
  ])('%s', async (_name, input, message) => {
    const run = await tinyjuice(['decode', '-'], { input });
    expect(run).toMatchObject({ code: 2, text: '' });
    expect(run.err).toMatch(message);
    expect(run.err.match(/\n/g)).toHaveLength(1);
  });

  test('two files, and a file that is not there', async () => {
    expect((await tinyjuice(['decode', 'a', 'b'])).code).toBe(2);
    expect((await tinyjuice(['decode', '/nowhere/x'])).code).toBe(2);
  });
});

test('check rejects a form that says something else, or the same in another way', async () => {
  const path = fileOf('list.json', TEXTS['pip list --format=json'] ?? '');
  const out = (await tinyjuice(['reduce', path])).text;
  const changes: readonly [string, string][] = [
    ['asttokens,3.0.1', 'asttokens,3.0.2'],
    ['asttokens,3.0.1', '"asttokens",3.0.1'],
    ['asttokens,3.0.1\n', ''],
    ['98 rows', '97 rows'],
    ['one line', 'tight'],
    ['; exact', ', no line end at the end; exact'],
  ];
  for (const [from, to] of changes) {
    expect(out).toContain(from);
    const run = await tinyjuice(['check', path, fileOf('changed.txt', out.replace(from, to))]);
    expect({ to, code: run.code }).toEqual({ to, code: 1 });
  }
});
