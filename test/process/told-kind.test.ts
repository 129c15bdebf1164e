/** What the caller says of a text: goes before what its command and its lines say. */
import { expect, test } from 'vitest';
import { TEXT_KINDS } from '../../src/classify/kinds.js';
import { createJuice } from '../../src/index.js';
import { fileOf, tinyjuice } from './cli.js';
import { noisyLog } from './samples.js';

const rows = Array.from({ length: 40 }, (_, at) => ({ id: at, name: `user ${at}`, country: 'NL', active: true }));
const json = `${JSON.stringify(rows, undefined, 2)}\n`;
const read = ['--command', 'cat users.json'];

const reduce = async (...flags: readonly string[]): Promise<string> =>
  (await tinyjuice(['reduce', ...flags, '-'], { input: json })).text;

test('a file that is read as it is gets another form only where its kind is named', async () => {
  expect(await reduce(...read)).toBe(json);
  expect(await reduce(...read, '--mime', 'application/json', '--extension', 'json')).toBe(json);
  const form = await reduce(...read, '--kind', 'json');
  expect(form.split('\n', 1)).toEqual([expect.stringContaining('json as a table, 40 rows')]);
  expect((await tinyjuice(['decode', '-'], { input: form })).text).toBe(json);
});

test.each([
  [['--kind', 'json'], 'said to be json'],
  [['--kind', 'json', '--mime', 'text/html'], 'said to be json'],
  [['--mime', 'application/vnd.api+json; charset=utf-8', '--extension', 'md'], 'its MIME type says json'],
  [['--mime', 'text/plain', '--extension', '.json'], 'its extension says json'],
  [['--extension', 'users.json'], 'its extension says json'],
])('%j: %s', async (flags, why) => {
  const { err } = await tinyjuice(['reduce', '--trace', ...flags, '-'], { input: json });
  expect(err).toContain(`matched: ${why}; `);
});

test('a log whose command is not known to write one is a log where it is said to be', async () => {
  const log = Array.from({ length: 400 }, (_, at) => `worker ${at % 4} handled job ${at} of the queue`).join('\n');
  const { err } = await tinyjuice(['reduce', '--trace', '--kind', 'log', '-'], { input: log });
  expect(err).toContain('shape stream');
});

test('a kind that there is not is refused, with those that there are', async () => {
  const { code, text, err } = await tinyjuice(['reduce', '--kind', 'jsn', '-'], { input: json });
  expect({ code, text, err }).toEqual({
    code: 2,
    text: '',
    err: `tinyjuice: --kind: "jsn" is none of ${TEXT_KINDS.join(', ')}.\n`,
  });
  const request = JSON.stringify({ input: { combinedText: json }, options: { kind: 'jsn' } });
  const answer = await tinyjuice(['reduce-json', '-'], { input: request });
  expect({ code: answer.code, ...JSON.parse(answer.text) }).toEqual({
    code: 2,
    error: {
      code: 'INVALID_PAYLOAD',
      message: `one of these is wanted: ${TEXT_KINDS.join(', ')}`,
      path: '/options/kind',
    },
  });
  await expect(createJuice().reduceText(json, { kind: 'jsn' })).rejects.toThrow('kind: there is no kind "jsn"');
});

test('what is said to be binary passes as it is', async () => {
  expect(await reduce('--kind', 'binary')).toBe(json);
  expect(await reduce('--mime', 'image/png')).toBe(json);
});

test('rows of CSV that are equal all stand there', async () => {
  const csv = `id,name,country\n${'7,Mira Sandoval Ibarra of the northern office,NL\n'.repeat(30)}`;
  expect((await tinyjuice(['reduce', '-'], { input: csv })).text).toBe(csv);
  expect((await tinyjuice(['reduce', '--kind', 'csv', fileOf('rows.csv', csv)])).text).toBe(csv);
});

test('requests and the library say it as well', async () => {
  const command = 'cat users.json';
  const juice = createJuice();
  const told = await juice.reduceText(json, { command, kind: 'json' });
  expect(told.report.compressor).toBe('json-table');
  expect((await juice.reduceText(json, { command, extension: 'json' })).text).toBe(json);
  const request = JSON.stringify({ input: { combinedText: json }, options: { mime: 'application/json', trace: true } });
  const answer = JSON.parse((await tinyjuice(['reduce-json', '-'], { input: request })).text);
  expect(answer.compaction).toMatchObject({ lossy: false, compressor: 'json-table', shape: 'document' });
  expect(answer.trace).toContain('its MIME type says json');
});

test('lines that say what is looked for are not left out, and nothing else goes for them', async () => {
  const log = noisyLog(3_000);
  const [sought = ''] = log.split('\n').slice(2_100);
  const plain = await tinyjuice(['reduce', '-'], { input: log });
  expect(plain.text).not.toContain(sought);
  const found = await tinyjuice(['reduce', '--query', 'job 2100', '-'], { input: log });
  expect(found.text).toContain(sought);
  const shown = new Set(found.text.split('\n'));
  const lost = plain.text.split('\n').filter(line => !line.startsWith('[') && !shown.has(line));
  expect(lost).toEqual([]);
  const inForm = await tinyjuice(['reduce', '--query', 'user 3', '-'], { input: json });
  expect(inForm.text).toBe(await reduce());
});
