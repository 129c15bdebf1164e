/** Outlines by the real binary: asked for by a flag or a request, and never given to who has not asked. */
import { cpSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { createJuice } from '../../src/index.js';
import { projectRoot } from '../support/project.js';
import { cli as bare, fileOf, folder, tinyjuice, tokenIn } from './cli.js';

/** A copy that finds the optional packages; those of other tests do not. */
const installed = join(folder, 'installed');
mkdirSync(installed);
cpSync(join(folder, 'dist'), join(installed, 'dist'), { recursive: true });
symlinkSync(join(projectRoot, 'node_modules'), join(installed, 'node_modules'));
const cli = join(installed, 'dist/cli.js');

const source = readFileSync(join(projectRoot, 'src/juice/document.ts'), 'utf8');
const path = fileOf('document.ts', source);
const LABEL = '[typescript outline, not editable]';
const labelOf = (text: string): string => text.split('\n', 1)[0] ?? '';

describe('reduce', () => {
  test.each([
    ['--outline', path],
    ['--kind', 'code', path],
    ['--outline', '--kind', 'code', '--command', `cat ${path}`, '-'],
    ['--outline', '--extension', 'ts', '-'],
    ['--outline', '--mime', 'text/typescript', '-'],
    ['--outline', '-'],
  ])('%j', async (...args) => {
    const { code, text, err } = await tinyjuice(['reduce', ...args], { cli, input: source });
    expect({ code, err, label: labelOf(text) }).toEqual({ code: 0, err: '', label: LABEL });
    expect((await tinyjuice(['retrieve', tokenIn(text)])).text).toBe(source);
    expect((await tinyjuice(['check', path, '-'], { cli, input: text })).code).toBe(0);
  });

  test.each([[path], ['--command', 'cat document.ts', '-'], ['--extension', 'ts', '-'], ['--query', 'outline', path]])(
    'nobody has asked: %j',
    async (...args) => {
      expect((await tinyjuice(['reduce', ...args], { cli, input: source })).text).toBe(source);
    },
  );

  test('code is turned off', async () => {
    const env = { TINYJUICE_COMPRESSORS_CODE: 'false' };
    const args = ['reduce', '--outline', '--json', path];
    const { inlineText, compaction } = JSON.parse((await tinyjuice(args, { cli, env })).text);
    expect(inlineText).toBe(source);
    expect(compaction.skipReason).toBe('code is turned off');
  });

  test('an outline of what is said to be something else is refused', async () => {
    expect(await tinyjuice(['reduce', '--outline', '--kind', 'json', path], { cli })).toMatchObject({
      code: 2,
      text: '',
      err: 'tinyjuice: outline: it is of source code, and --kind says "json".\n',
    });
  });

  test('where the packages are not there, it is said how to have them, and the text is whole', async () => {
    const { code, text, err } = await tinyjuice(['reduce', '--outline', path], { cli: bare });
    expect({ code, text }).toEqual({ code: 0, text: source });
    expect(err).toMatch(
      /are not installed beside tinyjuice\. Run: npm install web-tree-sitter@\S+ @vscode\/tree-sitter-wasm@/,
    );
  });

  test('a text that is too long for it is whole, and it is said so', async () => {
    const long = source.repeat(400);
    const { text, err } = await tinyjuice(['reduce', '--outline', '-'], { cli, input: long });
    expect(text).toBe(long);
    expect(err).toContain('the text has more than 2097152 bytes');
  });
});

describe('a request', () => {
  const requests = [
    { toolName: 'Read', arguments: { file_path: '/src/document.ts' }, combinedText: source },
    { toolName: 'Bash', command: 'sed -n 1,400p document.ts', stdout: source },
    { combinedText: source },
  ];
  const answer = async (input: object, options: object): Promise<string> =>
    JSON.parse((await tinyjuice(['reduce-json', '-'], { cli, input: JSON.stringify({ input, options }) })).text)
      .inlineText;

  test.each(requests)('%#: an outline for who asks, all of it for who does not', async input => {
    expect(await answer(input, {})).toBe(source);
    for (const options of [{ kind: 'code' }, { outline: true }])
      expect(labelOf(await answer(input, options))).toBe(LABEL);
  });

  test('what the store gives back stays as it is', async () => {
    const input = { toolName: 'Bash', command: 'tinyjuice retrieve tj_7x3k9q2mzv', stdout: source };
    expect(await answer(input, { outline: true })).toBe(source);
  });
});

test('the library', async () => {
  const juice = createJuice({ store: {} });
  const { text, report } = await juice.reduceText(source, { outline: true, extension: 'ts' });
  expect(labelOf(text)).toBe(LABEL);
  expect(await juice.retrieve(report.recovery?.token ?? '')).toMatchObject({ text: source });
  expect((await juice.reduceText(source, { extension: 'ts' })).text).toBe(source);
  await expect(juice.reduceText(source, { outline: true, kind: 'json' })).rejects.toThrow(
    'outline: it is of source code',
  );
});
