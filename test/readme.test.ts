/** What the READMEs show is what happens: every console block is run, every table made anew. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { DOCUMENTS, renderDocument } from '../src/dev/docs.js';
import { projectRoot } from './support/project.js';

const read = (path: string): string => readFileSync(join(projectRoot, path), 'utf8');

describe.each(DOCUMENTS)('%s', document => {
  const text = read(document);

  test('shows what its commands print (else: npm run docs)', async () => {
    expect(text).toBe(await renderDocument(text, projectRoot));
  });

  test('points at files that are there', () => {
    const linked = [...text.matchAll(/\]\(([^)#:]+)\)/g)].map(([, path = '']) => join(document, '..', path));
    const named = [...text.matchAll(/\bfixtures\/[\w/-]+\.txt\b/g)].map(([path]) => path);
    for (const path of [...linked, ...named]) expect(() => readFileSync(join(projectRoot, path))).not.toThrow(/ENOENT/);
  });

  test('claims no share that no script prints', () => {
    const measured = /<!-- begin savings -->[\s\S]*<!-- end savings -->/;
    const prose = text.replace(measured, '').replace(/```[\s\S]*?```/g, '');
    expect(prose.match(/\d+(?:\.\d+)? ?%/g) ?? []).toEqual([]);
  });
});

test('README begins with what this is, in one sentence, and two commands that do all their own set-up', () => {
  const [title, , sentence = '', , ...rest] = read('README.md').split('\n');
  expect(title).toBe('# TinyJuice');
  expect(sentence.match(/[.!?](?:\s|$)/g)?.length).toBe(1);
  const commands = rest.filter(line => line.startsWith('$ ')).slice(0, 2);
  expect(commands[0]).toMatch(/^\$ npm ci --silent && node dist\/cli\.js reduce fixtures\/\S+\/raw\.txt$/);
  expect(read('README.md')).toContain('$ npm ci && npm test\n');
});

test('CI runs what README tells to run', () => {
  expect(read('.ci/run')).toMatch(/^npm ci$[\s\S]*^npm test$/m);
});
