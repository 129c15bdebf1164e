import { expect, test } from 'vitest';
import { sortStages } from '../../src/dev/gen.js';
import { stages } from '../../src/generated/stages.js';

test('the pipeline is these stages in this order', () => {
  expect(stages.map(({ phase, name }) => `${phase} ${name}`)).toEqual([
    'decode terminal',
    'fold leads',
    'fold severity',
    'fold quotes',
    'fold records',
    'fold repeats',
    'fold series',
    'fold templates',
    'select diffs',
    'select diff-context',
    'select rules',
    'select passed',
    'select places',
    'select frames',
    'select codeframes',
    'select differences',
    'select explanations',
    'select goroutines',
    'select recurring',
    'select headings',
    'select retold',
    'group longlines',
    'note blocks',
    'note query',
  ]);
});

test('phase comes first, then "after", then the name', () => {
  const stage = (name: string, phase: 'decode' | 'fold', after: readonly string[] = []) => ({
    name,
    phase,
    after,
    about: '',
    open: () => ({ push: () => [], end: () => [] }),
  });
  const sorted = sortStages([stage('b', 'fold'), stage('a', 'fold', ['c']), stage('c', 'fold'), stage('z', 'decode')]);
  expect(sorted.map(({ name }) => name)).toEqual(['z', 'b', 'c', 'a']);
});

test('stages that wait for each other are refused by name', () => {
  const circle = ['a', 'b'].map((name, at) => ({
    name,
    phase: 'fold' as const,
    after: [at === 0 ? 'b' : 'a'],
    about: '',
    open: () => ({ push: () => [], end: () => [] }),
  }));
  expect(() => sortStages(circle)).toThrow('stages a, b wait for each other');
});
