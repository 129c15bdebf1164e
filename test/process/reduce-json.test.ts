import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { describe, expect, test } from 'vitest';
import { projectRoot } from '../support/project.js';
import { cli, environment, fileOf, folder, tinyjuice } from './cli.js';

const CARGO = readFileSync(join(projectRoot, 'fixtures/cargo-test/assert-eq-26/raw.txt'), 'utf8');
const request = JSON.stringify({
  input: { toolName: 'exec', command: 'cargo test', exitCode: 101, combinedText: CARGO },
});

describe('reduce-json', () => {
  test('answers a request from stdin and from a file alike, as reduce does', async () => {
    const ofStdin = await tinyjuice(['reduce-json', '-'], { input: request });
    const ofFile = await tinyjuice(['reduce-json', fileOf('request.json', request)]);
    expect(ofFile.text).toBe(ofStdin.text);
    expect({ code: ofStdin.code, err: ofStdin.err }).toEqual({ code: 0, err: '' });
    const reduced = await tinyjuice(['reduce', '--command', 'cargo test', '--exit-code', '101', '-'], { input: CARGO });
    expect(JSON.parse(ofStdin.text).inlineText).toBe(reduced.text);
  });

  test.each([
    ['not JSON', 'nope', 'INVALID_PAYLOAD'],
    ['nothing at all', '', 'INVALID_PAYLOAD'],
    ['an array', '[]', 'INVALID_PAYLOAD'],
    ['a wrong type', '{"input":{"exitCode":"x"}}', 'INVALID_PAYLOAD'],
    ['bytes that are not UTF-8', Buffer.from([0x22, 0xff, 0x22]), 'INVALID_PAYLOAD'],
    ['more than is read', Buffer.alloc(68 * 1024 * 1024, 0x20), 'PAYLOAD_TOO_LARGE'],
  ])('%s is a structured error with exit code 2', async (_, input, code) => {
    const run = await tinyjuice(['reduce-json'], { input });
    expect(run.code).toBe(2);
    expect(JSON.parse(run.text)).toMatchObject({ error: { code, path: expect.any(String) } });
  });

  test('a file that is not there, or two of them, is wrong use', async () => {
    const missing = await tinyjuice(['reduce-json', 'missing.json']);
    expect({ code: missing.code, out: missing.text }).toEqual({ code: 2, out: '' });
    expect(missing.err).toContain('missing.json: there is no such file');
    expect((await tinyjuice(['reduce-json', 'a', 'b'])).code).toBe(2);
  });

  test('with --lines each line has its answer, in order, and a bad one does not end it', async () => {
    const lines = ['{"combinedText":"a"}', 'nope', '', ' \r', '\0', '{"input":1}', '{"combinedText":"b"}'];
    const run = await tinyjuice(['reduce-json', '--lines'], { input: lines.join('\n') });
    expect(run.code).toBe(0);
    const answers = run.text
      .trimEnd()
      .split('\n')
      .map(line => JSON.parse(line));
    expect(answers.map(({ inlineText, error }) => inlineText ?? error.code)).toEqual([
      'a',
      'INVALID_PAYLOAD',
      'INVALID_PAYLOAD',
      'INVALID_PAYLOAD',
      'b',
    ]);
  });

  test('with --lines an answer comes before the next request is sent', async () => {
    const session = spawn(process.execPath, [cli, 'reduce-json', '--lines'], { cwd: folder, env: environment });
    const answers = createInterface(session.stdout)[Symbol.asyncIterator]();
    for (let at = 0; at < 20; at += 1) {
      session.stdin.write(`${JSON.stringify({ combinedText: `text ${at}` })}\n`);
      expect(JSON.parse((await answers.next()).value ?? '').inlineText).toBe(`text ${at}`);
    }
    session.stdin.end();
    expect((await answers.next()).done).toBe(true);
  });

  test('TINYJUICE=off gives every text as it is', async () => {
    const run = await tinyjuice(['reduce-json'], { input: request, env: { TINYJUICE: 'off' } });
    expect(JSON.parse(run.text)).toMatchObject({ inlineText: CARGO, compaction: { skipReason: 'off' } });
  });
});
