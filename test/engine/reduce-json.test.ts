import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Value } from '@sinclair/typebox/value';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Engine } from '../../src/engine/engine.js';
import { openJuice } from '../../src/engine/juice-of-own.js';
import { readJson, readRequest } from '../../src/engine/request.js';
import { Failure, Response, schemas } from '../../src/engine/schema.js';
import { freshFolder } from '../ccr/store.js';
import { projectRoot } from '../support/project.js';

const recording = (name: string): string => readFileSync(join(projectRoot, 'fixtures', name, 'raw.txt'), 'utf8');
const CARGO = recording('cargo-test/assert-eq-26');

const engineIn = (dir: string): Engine => openJuice({ store: { dir } }, Date.now);

/** @throws where the answer is none. */
function responseOf(answer: unknown): Response {
  expect(Value.Check(Response, answer), JSON.stringify(answer).slice(0, 400)).toBe(true);
  return answer as Response;
}

describe('a request', () => {
  test('as an envelope and on its own gives the same answer, with every field', async () => {
    const engine = engineIn(freshFolder());
    const input = { toolName: 'exec', command: 'cargo test', exitCode: 101, combinedText: CARGO };
    const ofEnvelope = responseOf(await engine.reduceJson({ input, options: {} }));
    expect(await engine.reduceJson(input)).toEqual(ofEnvelope);
    expect(ofEnvelope.classification).toMatchObject({ family: 'test-results', matchedReducer: 'tests/cargo-test' });
    expect(ofEnvelope.compaction).toMatchObject({ applied: true, lossy: true, shape: 'verdict' });
    expect(ofEnvelope.recovery?.command).toBe(`tinyjuice retrieve ${ofEnvelope.recovery?.token}`);
    expect(ofEnvelope.stats.rawChars).toBe(Array.from(CARGO).length);
    expect(ofEnvelope.stats.reducedChars).toBe(Array.from(ofEnvelope.inlineText).length);
    expect(ofEnvelope.stats.ratio).toBeCloseTo(ofEnvelope.stats.reducedChars / ofEnvelope.stats.rawChars, 3);
  });

  test('with a limit is held to it, and can be had back', async () => {
    const engine = engineIn(freshFolder());
    const answer = responseOf(
      await engine.reduceJson({
        input: { toolName: 'exec', command: 'cargo test', exitCode: 101, stdout: CARGO },
        options: { maxInlineChars: 1200, store: false, raw: false, noOmit: false, preview: true },
      }),
    );
    expect(answer.stats.reducedChars).toBeLessThanOrEqual(1200);
    expect(answer.previewText?.length).toBeGreaterThan(1200);
    const original = await engine.retrieve(answer.recovery?.token ?? '');
    expect(original).toMatchObject({ found: true, text: CARGO });
  });

  test('that asks for nothing left out gets nothing left out, and nothing is stored', async () => {
    const engine = engineIn(freshFolder());
    const answer = responseOf(await engine.reduceJson({ input: { combinedText: CARGO }, options: { noOmit: true } }));
    expect(answer.compaction).toMatchObject({ lossy: false, omitted: [] });
    expect(answer.recovery).toBeUndefined();
  });

  test('for the raw text gets it', async () => {
    const engine = engineIn(freshFolder());
    const answer = responseOf(await engine.reduceJson({ input: { combinedText: CARGO }, options: { raw: true } }));
    expect(answer.inlineText).toBe(CARGO);
    expect(answer.compaction).toMatchObject({ applied: false, skipReason: 'off' });
  });

  test('to keep the original gets an artefact, though the text passes as it is', async () => {
    const engine = engineIn(freshFolder());
    const answer = responseOf(
      await engine.reduceJson({
        input: { command: 'cat x', toolName: 'shell', combinedText: 'a\nb\n' },
        options: { store: true },
      }),
    );
    expect(answer.inlineText).toBe('a\nb\n');
    expect(answer.artifact).toMatchObject({ bytes: 4, lines: 2 });
    expect(await engine.retrieve(answer.artifact?.token ?? '')).toMatchObject({ text: 'a\nb\n' });
  });

  test('with both stdout and stderr has both labelled', async () => {
    const engine = engineIn(freshFolder());
    const both = responseOf(await engine.reduceJson({ stdout: 'out', stderr: 'err\n' }));
    expect(both.inlineText).toBe('[stdout]\nout\n[stderr]\nerr\n');
    expect(responseOf(await engine.reduceJson({ stdout: '', stderr: 'err\n' })).inlineText).toBe('err\n');
    expect(responseOf(await engine.reduceJson({ stdout: 'a', stderr: 'b', combinedText: 'c' })).inlineText).toBe('c');
    expect(responseOf(await engine.reduceJson({ stdout: 'a', stderr: '', combinedText: '' })).inlineText).toBe('a');
  });

  test('names fields that nobody reads in the trace', async () => {
    const engine = engineIn(freshFolder());
    const answer = responseOf(
      await engine.reduceJson({ input: { combinedText: 'x', colour: 1 }, options: { trace: true, speed: 2 }, more: 3 }),
    );
    expect(answer.trace?.slice(0, 3)).toEqual(
      ['/more', '/input/colour', '/options/speed'].map(path => `${path}: no such field; it is not read`),
    );
  });

  test.each([
    [[], '', 'an object is wanted, not an array'],
    [null, '', 'an object is wanted, not null'],
    [{ input: 3 }, '/input', 'expected object, not a number'],
    [{ input: { argv: ['ls', 1] } }, '/input/argv/1', 'expected string, not a number'],
    [{ input: {}, options: { raw: 'yes' } }, '/options/raw', 'expected boolean, not a string'],
    [{ argv: { 0: 'ls' } }, '/argv', 'expected array, not an object'],
    [{ exitCode: '1' }, '/exitCode', 'expected integer or null, not a string'],
    [{ input: {}, options: { maxInlineChars: 299 } }, '/options/maxInlineChars', 'expected 300 or more, not 299'],
    [{ combinedText: 5 }, '/combinedText', 'expected string, not a number'],
    [
      { input: { 'a/b': 1, stdout: '\ud800' } },
      '/input/stdout',
      'the text holds half of a UTF-16 surrogate pair, which is no character',
    ],
    [{ tool: 'other' }, '/tool', 'one of these is wanted: tinyjuice_retrieve, tokenjuice_retrieve'],
  ])('%j is none', async (value, path, message) => {
    expect(await engineIn(freshFolder()).reduceJson(value)).toEqual({
      error: { code: 'INVALID_PAYLOAD', message, path },
    });
  });

  test('made up at random is answered by the schema, and nothing is lost where nothing was left out', async () => {
    const engine = engineIn(freshFolder());
    const text = fc.oneof(fc.string({ unit: 'grapheme' }), fc.constant(CARGO), fc.string({ unit: 'binary' }));
    const input = fc.record(
      {
        toolName: fc.constantFrom('exec', 'Bash', 'Read', ''),
        toolCallId: fc.string(),
        command: fc.oneof(fc.constantFrom('cargo test', 'ls -la', 'cat x', 'npm test "', ''), fc.string()),
        argv: fc.array(fc.string(), { maxLength: 3 }),
        arguments: fc.oneof(fc.record({ command: fc.string() }), fc.dictionary(fc.string(), fc.jsonValue())),
        cwd: fc.string(),
        stdout: text,
        stderr: text,
        combinedText: text,
        exitCode: fc.option(fc.integer({ min: 0, max: 255 })),
        metadata: fc.dictionary(fc.string(), fc.jsonValue()),
        agent: fc.string(),
      },
      { requiredKeys: [] },
    );
    const options = fc.record(
      {
        maxInlineChars: fc.integer({ min: 300, max: 5000 }),
        budgetTokens: fc.integer({ min: 100, max: 5000 }),
        raw: fc.boolean(),
        noOmit: fc.boolean(),
        store: fc.boolean(),
        preview: fc.boolean(),
        trace: fc.boolean(),
        recordStats: fc.boolean(),
        cwd: fc.string(),
        query: fc.string(),
        kind: fc.constantFrom('log', 'prose', 'json', 'csv', 'diff', 'binary'),
        mime: fc.constantFrom('application/json', 'text/plain', ''),
        extension: fc.constantFrom('.ts', 'a.md', '', 'png'),
        profile: fc.constantFrom('auto', 'full', 'light', 'off'),
      },
      { requiredKeys: [] },
    );
    await fc.assert(
      fc.asyncProperty(input, options, async (input, options) => {
        expect(Value.Check(schemas.request, { input, options })).toBe(true);
        const answer = await engine.reduceJson({ input, options });
        if (Value.Check(Failure, answer)) {
          expect(Object.values(input).some(value => typeof value === 'string' && /\p{Surrogate}/u.test(value))).toBe(
            true,
          );
          return;
        }
        const { stats, compaction, recovery, inlineText } = responseOf(answer);
        // A vertical tab is shown as a line end and blanks.
        if (![input.stdout, input.stderr, input.combinedText].some(part => part !== undefined && /\p{Cc}/u.test(part)))
          expect(stats.reducedChars).toBeLessThanOrEqual(stats.rawChars);
        if (compaction.lossy) expect(recovery).toBeDefined();
        if (options.raw || options.profile === 'off') expect(compaction.applied).toBe(false);
        if (!options.raw && compaction.lossy && options.maxInlineChars !== undefined)
          expect(inlineText.length).toBeLessThanOrEqual(options.maxInlineChars);
      }),
      { numRuns: 200 },
    );
  });

  test('as text that is no JSON, or nested deeply, is told apart', () => {
    expect(readJson('{"a":')).toMatchObject({ error: { code: 'INVALID_PAYLOAD' } });
    const deep = `{"combinedText":"x","metadata":${'{"a":'.repeat(100_000)}1${'}'.repeat(100_001)}`;
    const read = readJson(deep);
    expect('value' in read && 'input' in readRequest(read.value)).toBe(true);
  });
});

describe('the retrieval tool', () => {
  test('answers what is not there as data', async () => {
    const engine = engineIn(freshFolder());
    for (const tool of ['tinyjuice_retrieve', 'tokenjuice_retrieve'])
      expect(await engine.reduceJson({ tool, arguments: { token: 'tj_0000000000' } })).toMatchObject({
        tool,
        result: { found: false, code: 'NOT_FOUND' },
      });
    expect(await engine.retrieveTool.call({})).toMatchObject({ found: false, code: 'BAD_TOKEN' });
    expect(await engine.retrieveTool.call({ token: '../x' })).toMatchObject({ found: false, code: 'BAD_TOKEN' });
  });

  test('gives lines, bytes and matches', async () => {
    const engine = engineIn(freshFolder());
    const { artifact } = responseOf(
      await engine.reduceJson({ input: { combinedText: 'a\nb\nc\n' }, options: { store: true } }),
    );
    const token = artifact?.token ?? '';
    expect(await engine.retrieveTool.call({ token, lines: '2-3' })).toMatchObject({ text: 'b\nc\n' });
    expect(await engine.retrieveTool.call({ token, bytes: '1-2' })).toMatchObject({ text: 'a\n' });
    expect(await engine.retrieveTool.call({ token, grep: '^c' })).toMatchObject({ text: '3:c\n', matches: 1 });
    expect(await engine.retrieveTool.call({ token, grep: '(' })).toMatchObject({ found: false, code: 'BAD_FLAG' });
  });
});
