import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { openSession, type RecordedOutput } from '../../src/explain/session.js';
import { projectRoot } from '../support/project.js';
import { claudeSession, codexSession, harnessSession, oldCodexSession, type Ran } from './sessions.js';

function outputsOf(session: string): readonly RecordedOutput[] {
  const reader = openSession();
  return session
    .split('\n')
    .filter(line => line !== '')
    .flatMap(line => reader.push(JSON.parse(line)));
}

const ran: readonly Ran[] = [
  { id: 'call_1', command: 'npm test', output: 'all went well\n', exitCode: 0 },
  { id: 'call_2', command: 'cargo build', output: 'error: no\nOutput:\nmore\n', exitCode: 101 },
];

describe('outputs are read from sessions of', () => {
  test.each([
    ['Claude Code', claudeSession, 'Bash', [0, 101]],
    ['Codex', codexSession, 'exec_command', [0, 101]],
  ] as const)('%s', (_host, session, tool, codes) => {
    expect(outputsOf(session(ran))).toEqual(
      ran.map(({ id, command, output }, at) => ({ id, tool, command, text: output, exitCode: codes[at] })),
    );
  });

  test('an older Codex: words, and the output as JSON', () => {
    expect(outputsOf(oldCodexSession(ran))).toEqual(
      ran.map(({ id, command, output, exitCode }) => ({
        id,
        tool: 'shell',
        command: ['bash', '-lc', command],
        text: output,
        exitCode,
      })),
    );
  });

  test('TinyHarness, in order where calls have no ids', () => {
    expect(outputsOf(harnessSession(ran))).toEqual(
      ran.map(({ command, output }) => ({ id: undefined, tool: 'run', command, text: output, exitCode: undefined })),
    );
  });
});

/** Lines about tools alone, of sessions of the real programs against a scripted model; ids and folders are not theirs. */
const readRecorded = (name: string): readonly RecordedOutput[] =>
  outputsOf(readFileSync(join(projectRoot, 'test/explain/recorded', name), 'utf8'));

describe('recorded sessions of', () => {
  const told = [
    ["printf 'one\\ntwo\\n'; printf 'oops\\n' >&2", 'one\ntwo\noops', 0],
    ["printf 'out\\n'; exit 3", 'out', 3],
  ];

  test('Claude Code 2.1.329 are read; of a large output, what the agent was shown of it', () => {
    const outputs = readRecorded('claude-code-2.1.329.jsonl');
    const [one, two, large] = outputs.map(({ command, text, exitCode }) => [command, text, exitCode]);
    expect([one, two]).toEqual(told);
    expect(large).toEqual(['seq 9000', expect.stringMatching(/^<persisted-output>\nOutput too large /), 0]);
    expect(outputs.map(({ tool }) => tool)).toEqual(['Bash', 'Bash', 'Bash']);
  });

  test('Codex 0.169.0 are read; of a large output, what the agent was shown of it', () => {
    const outputs = readRecorded('codex-0.169.0.jsonl');
    const [one, two, large] = outputs.map(({ command, text, exitCode }) => [command, text.trimEnd(), exitCode]);
    expect([one, two]).toEqual(told);
    expect(large).toEqual([
      'seq 9000',
      expect.stringMatching(/^Warning: truncated output .*\nTotal output lines: 9000\n+1\n2\n/),
      0,
    ]);
    expect(outputs.map(({ tool }) => tool)).toEqual(['exec_command', 'exec_command', 'exec_command']);
  });
});

test('a tool that was told no command ran none', () => {
  const session = claudeSession(ran).replaceAll('"command":', '"file_path":').replaceAll('"Bash"', '"Read"');
  expect(outputsOf(session).map(({ tool, command }) => [tool, command])).toEqual([
    ['Read', undefined],
    ['Read', undefined],
  ]);
});

test('calls that run at the same time are told apart by their ids', () => {
  const lines = codexSession(ran)
    .split('\n')
    .filter(line => line.includes('response_item'));
  const mixed = [lines[0], lines[2], lines[3], lines[1]].join('\n');
  expect(outputsOf(mixed).map(({ id, text }) => [id, text])).toEqual([
    ['call_2', 'error: no\nOutput:\nmore\n'],
    ['call_1', 'all went well\n'],
  ]);
});

test('an answer to no call, and values of any form, give nothing and do no harm', () => {
  expect(
    outputsOf(
      codexSession(ran)
        .split('\n')
        .filter(line => line.includes('_output'))
        .join('\n'),
    ),
  ).toEqual([]);
  fc.assert(
    fc.property(fc.array(fc.jsonValue(), { maxLength: 20 }), values => {
      const reader = openSession();
      for (const value of values) expect(reader.push(value)).toEqual([]);
    }),
  );
});
