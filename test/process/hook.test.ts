import { spawn } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { recordings } from '../support/recordings.js';
import { ask, claude, hooked, PATH, SILENT } from './ask-hook.js';
import { cli, environment, folder, tinyjuice, tokenIn } from './cli.js';
import { passedTests as CARGO } from './samples.js';

const recording = (name: string): string =>
  recordings.find(each => each.name === name)?.raw.toString('utf8') ?? expect.fail(`no recording ${name}`);

describe.each(hooked)('$name', host => {
  test('a noisy output becomes a small one, of which everything can be had back', async () => {
    const { got = '', err } = await ask({ host });
    expect(err).toBe('');
    expect(got.length).toBeLessThan(CARGO.length / 2);
    expect(got).toContain('test result: ok. 200 passed');
    expect((await tinyjuice(['retrieve', tokenIn(got)])).text).toBe(CARGO);
  });

  test('says nothing to a small output, nor to a file that is read', async () => {
    expect(await ask({ host, text: 'done\n' })).toEqual(SILENT);
    expect(await ask({ host, command: 'cat build.log' })).toEqual(SILENT);
  });

  test('foreign and odd payloads are nobody’s', () => {
    const { payload = {}, variables = {} } =
      host.hook?.sample({ command: 'cargo test', text: CARGO, exitCode: 0, folder }) ?? {};
    expect(host.hook?.read(payload, variables)).toMatchObject({ tool: 'shell', command: 'cargo test' });
    const odd = Object.keys(payload).flatMap(key =>
      [null, 1, 'x', [], {}].map(value => ({ ...payload, [key]: value })),
    );
    for (const each of odd) expect(() => host.hook?.read(each as never, variables)).not.toThrow();
    for (const each of [{}, { hook_event_name: 'Nothing' }, { tool_name: 'Bash', tool_response: CARGO }])
      expect(host.hook?.read(each as never, variables)).toBeUndefined();
    for (const other of hooked.filter(({ name }) => name !== host.name)) {
      const theirs = other.hook?.sample({ command: 'cargo test', text: CARGO, exitCode: 0, folder });
      expect(host.hook?.read(theirs?.payload ?? {}, { ...variables, ...theirs?.variables })).toBeUndefined();
    }
  });

  test('where nothing can be had back, nothing is left out', async () => {
    const { got } = await ask({ host, env: { PATH: dirname(process.execPath) } });
    expect(got ?? '').not.toContain('omitted');
  });
});

test.each([
  ['our own retrieval', { command: 'tinyjuice retrieve tj_7x3k9q2mzv --lines 1-200' }],
  ['a command that is switched off', { command: 'TINYJUICE=off cargo test' }],
  ['a command that is switched off in quotes', { command: `TINYJUICE='off' cargo test` }],
  ['commands that are switched off before', { command: 'cd x; export TINYJUICE="off"; cargo test' }],
  ['what cannot be read for certain', { command: 'cargo test; eval "$X"' }],
  ['TINYJUICE=off', { env: { TINYJUICE: 'off' } }],
  ['profile off', { words: ['--profile', 'off'] }],
])('says nothing to %s', async (_name, asked) => {
  expect(await ask(asked)).toEqual(SILENT);
});

test('what is no payload is nobody’s, and a flag that is not known fails nothing', async () => {
  const { payload, variables } = claude.hook?.sample({ command: 'x', text: CARGO, exitCode: 0, folder }) ?? {};
  const inputs = ['', 'null', '[]', '{"a":', `${JSON.stringify(payload).slice(0, -9)}`, '\u0000'];
  for (const input of inputs)
    expect(await tinyjuice(['hook', claude.name], { input, env: { PATH, ...variables } })).toMatchObject({
      code: 0,
      text: '',
      err: '',
    });
  expect((await ask({ words: ['--frobnicate'] })).answer).toBeUndefined();
  expect(await tinyjuice(['hook', 'my-host'])).toMatchObject({ code: 0, text: '' });
});

describe('claude-code', () => {
  const response = { stdout: CARGO, stderr: 'e', interrupted: false, isImage: false, other: [1] };

  test('the answer is the tool’s own object, with all else of it', async () => {
    const { answer, got } = await ask({ but: { tool_response: response } });
    expect(answer).toEqual({
      hookSpecificOutput: { hookEventName: 'PostToolUse', updatedToolOutput: { ...response, stdout: got } },
    });
  });

  test('of a large output all is read where the host has put it, and its path goes', async () => {
    const text = recording('go-test/verbose-large');
    const path = join(folder, 'persisted.txt');
    writeFileSync(path, text);
    const but = {
      tool_response: { ...response, stdout: text.slice(0, 30_000), persistedOutputPath: path, persistedOutputSize: 1 },
    };
    const { answer, got = '' } = await ask({ command: 'go test -v ./...', but });
    expect(JSON.stringify(answer)).not.toContain('persistedOutput');
    expect(got).toContain('github.com/google/go-cmp/cmp/internal/value');
    expect((await tinyjuice(['retrieve', tokenIn(got)])).text).toBe(text);
    rmSync(path);
    expect(await ask({ command: 'go test -v ./...', but })).toEqual(SILENT);
    symlinkSync('/etc/hosts', path);
    expect(await ask({ but })).toEqual(SILENT);
  });

  test.each([
    ['another host that runs Claude’s hooks', { env: { COPILOT_CLI: '1' } }],
    ['a third one', { env: { CURSOR_VERSION: '2.1' } }],
    ['nobody who is Claude', { env: { CLAUDECODE: '' } }],
    ['another event', { but: { hook_event_name: 'PreToolUse' } }],
    ['a failed command', { but: { hook_event_name: 'PostToolUseFailure', error: CARGO } }],
    ['a read file', { but: { tool_name: 'Read', tool_response: { type: 'text', file: { content: CARGO } } } }],
    ['a picture', { but: { tool_response: { ...response, isImage: true } } }],
    ['a command in the background', { but: { tool_response: { ...response, backgroundTaskId: 'b1' } } }],
    ['an interrupted one', { but: { tool_response: { ...response, interrupted: true } } }],
    ['prose of a server', { but: { tool_name: 'mcp__docs__read', tool_response: [{ type: 'text', text: CARGO }] } }],
    [
      'our own tool',
      {
        but: {
          tool_name: 'mcp__tinyjuice__tinyjuice_retrieve',
          tool_response: [{ type: 'text', text: '[1]'.repeat(900) }],
        },
      },
    ],
  ])('says nothing to %s', async (_name, asked) => {
    expect(await ask(asked)).toEqual(SILENT);
  });

  test('rows of a server’s JSON are written in an exact other form', async () => {
    const rows = Array.from({ length: 80 }, (_, id) => ({
      id,
      state: id % 7 === 0 ? 'closed' : 'open',
      title: `number ${id}`,
    }));
    const text = JSON.stringify(rows, undefined, 2);
    const but = { tool_name: 'mcp__tracker__list', tool_input: {}, tool_response: [{ type: 'text', text }] };
    const { answer } = await ask({ but });
    type Answer = { readonly hookSpecificOutput: { readonly updatedToolOutput: readonly { readonly text: string }[] } };
    const [part = { text: '' }] = (answer as unknown as Answer).hookSpecificOutput.updatedToolOutput;
    expect(part.text.length).toBeLessThan(text.length / 2);
    expect((await tinyjuice(['decode'], { input: part.text })).text).toBe(text);
  });

  test('a listing keeps every row, whatever it is asked to keep', async () => {
    const text = recordings.find(({ name }) => name === 'ls/archive')?.raw.toString('utf8') ?? '';
    const { got = '' } = await ask({ command: 'ls -l', text });
    expect(got).not.toContain('omitted');
    expect((await tinyjuice(['decode'], { input: got })).text).toBe(text);
  });

  test('settings hold from the next call on: of the host, and of one kind of subagent', async () => {
    const file = join(environment.XDG_CONFIG_HOME ?? '', 'tinyjuice/config.toml');
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(
      file,
      '[tokenjuice.agents.claude-code]\nprofile = "off"\n[tokenjuice.agents.reviewer]\nprofile = "full"\n',
    );
    expect((await ask({})).got).toBeUndefined();
    expect((await ask({ but: { agent_type: 'reviewer' } })).got).toContain('omitted');
    writeFileSync(
      file,
      '[tokenjuice.hosts.claude-code]\nprofile = "off"\n[tokenjuice.hosts.codex]\nprofile = "full"\n',
    );
    expect((await ask({})).got).toBeUndefined();
    rmSync(file);
    expect((await ask({})).got).toContain('omitted');
  });

  test('a secret is stored nowhere, and nothing is left out behind it', async () => {
    const text = `token ghp_${'A1b2C3d4E5f6'.repeat(3)}\n${CARGO}`;
    const { got = text } = await ask({ text });
    expect(got).not.toContain('omitted');
  });

  test('a broken installation is no matter of the host’s', async () => {
    for (const file of ['hook.bundle.cjs', 'cli.bundle.cjs']) {
      const broken = join(folder, `broken-${file}`, 'cli.js');
      cpSync(dirname(cli), dirname(broken), { recursive: true });
      writeFileSync(join(dirname(broken), file), "throw new Error('broken');");
      expect((await ask({ cli: broken })).answer).toBeUndefined();
      rmSync(join(dirname(broken), file));
      expect((await ask({ cli: broken })).answer).toBeUndefined();
    }
  });

  test.each([
    ['answers before the host has closed the pipe', true],
    ['leaves a host that says nothing', false],
  ])('%s', async (_name, isTold) => {
    const sample = claude.hook?.sample({ command: 'cargo test', text: CARGO, exitCode: 0, folder });
    const words = [cli, 'hook', 'claude-code'];
    // A pipe: Node itself would give a socket.
    const child = spawn('sh', ['-c', 'cat | { "$@"; echo over; }', 'sh', process.execPath, ...words], {
      env: { ...environment, PATH, ...sample?.variables },
    });
    if (isTold) child.stdin.write(JSON.stringify(sample?.payload));
    let out = '';
    const ended = new Promise<boolean>(resolve => {
      child.stdout.on('data', (part: Buffer) => {
        out += part.toString('utf8');
        if (out.endsWith('over\n')) resolve(true);
      });
    });
    const isOver = await Promise.race([ended, delay(60_000).then(() => false)]);
    expect([isOver, out.includes('updatedToolOutput')]).toEqual([true, isTold]);
    child.stdin.end();
    child.kill();
  });

  test('twenty at once give the same answer', async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => ask({})));
    expect(new Set(answers.map(({ got }) => got)).size).toBe(1);
  });
});

test('gemini-cli: lines of an output that look like the host’s own are the output’s', () => {
  const host = hooked.find(({ name }) => name === 'gemini-cli')?.hook;
  const printed = `${'Error: cannot open\n'.repeat(50_000)}Exit Code: 9\nError: last`;
  const read = (behind: string) =>
    host?.read(
      {
        hook_event_name: 'AfterTool',
        tool_name: 'run_shell_command',
        tool_input: { command: 'make' },
        tool_response: { llmContent: `<untrusted_context>\nOutput: ${printed}${behind}\n</untrusted_context>` },
      },
      {},
    );
  const behind = '\nError: spawn\nExit Code: 3\nProcess Group PGID: 1';
  expect(read(behind)).toMatchObject({ text: printed, exitCode: 3 });
  expect(read('\ndone\nProcess Group PGID: 1')).toMatchObject({ text: `${printed}\ndone`, exitCode: 0 });
});

test('nothing to do loads nothing but the first half', async () => {
  const first = join(folder, 'first', 'cli.js');
  cpSync(dirname(cli), dirname(first), { recursive: true });
  writeFileSync(join(dirname(first), 'cli.bundle.cjs'), "(function () { process.stderr.write('loaded'); })");
  for (const asked of [{ text: 'done' }, { but: { tool_name: 'Read' } }, { env: { TINYJUICE: 'off' } }])
    expect((await ask({ cli: first, ...asked })).err).toBe('');
  expect((await ask({ cli: first })).err).toBe('loaded');
});

test('each run is counted under its host, without a word of its content', async () => {
  await ask({ but: { session_id: 'pomegranate', agent_type: 'my-secret-reviewer' } });
  const events = join(environment.XDG_STATE_HOME ?? '', 'tinyjuice/events');
  expect(existsSync(events)).toBe(true);
  const stats = await tinyjuice(['stats', '--by', 'host', '--json']);
  expect(stats.text).toContain('claude-code');
  const lines = readFileSync(join(events, `${new Date().toISOString().slice(0, 10)}.ndjson`), 'utf8');
  expect(lines).not.toMatch(/money|pomegranate|secret/);
  expect(JSON.parse(lines.trim().split('\n').at(-1) ?? '')).toMatchObject({
    host: 'claude-code',
    session: expect.stringMatching(/^[0-9a-f]{12}$/),
    agent: expect.stringMatching(/^[0-9a-f]{12}$/),
  });
});

test('what is kept is shared with other machines', async () => {
  const shared = mkdtempSync(join(folder, 'share-'));
  const env = { TINYJUICE_CCR_REMOTE: `file://${shared}` };
  const { got = '', err } = await ask({ env });
  expect(err).toBe('');
  const elsewhere = { ...env, XDG_CACHE_HOME: mkdtempSync(join(folder, 'machine-')) };
  expect((await tinyjuice(['retrieve', tokenIn(got)], { env: elsewhere })).text).toBe(CARGO);
});
