import fc from 'fast-check';
import { expect, test } from 'vitest';
import { elideCommand } from '../../src/text/elide.js';

const flag = fc.constantFrom('-Wall', '-O2', '-g', '--param=x', '-I/usr/include/glib-2.0', '-fPIC', '-DNDEBUG=1');
const file = fc.constantFrom(
  '/home/dev/plotter/src/svg.cpp',
  'CMakeFiles/plotter.dir/svg.cpp.o',
  '"libtide.a"',
  'main.o',
);
const command = fc
  .array(fc.oneof(flag, file), { minLength: 12, maxLength: 400 })
  .map(words => `/usr/bin/c++ ${words.join(' ')} -o build/plotter`);

const MARK = /\[\.\.\. characters (\d+)-(\d+)\]/g;

test('of a compiler command the program and its last words stay, and the mark says exactly what is left out', () => {
  fc.assert(
    fc.property(command, text => {
      const short = elideCommand(text);
      if (short === undefined) return;
      expect(short.text).toMatch(/^\/usr\/bin\/c\+\+ /);
      expect(short.text).toMatch(/ -o build\/plotter$/);
      const whole = short.text.replace(MARK, (_, from, to) => text.slice(Number(from) - 1, Number(to)));
      expect(whole).toBe(text);
      expect(short.omittedBytes).toBe(
        [...short.text.matchAll(MARK)].reduce((sum, [, from, to]) => sum + Number(to) - Number(from) + 1, 0),
      );
    }),
  );
});

test('what went wrong inside a command line stays, too', () => {
  const flags = Array.from({ length: 40 }, (_, at) => `'-I/usr/include/part${at}'`).join(', ');
  const short = elideCommand(`error: Command '['gcc', ${flags}]' returned non-zero exit status 1, and cc1 failed`);
  expect(short?.text).toMatch(/^error: Command '\['gcc',/);
  expect(short?.text).toMatch(/returned non-zero exit status 1, and cc1 failed$/);
});

test.each([
  ['prose', 'The tide was high, and the harbour master said that no boat could leave before noon. '.repeat(5)],
  ['a list of files', Array.from({ length: 30 }, (_, at) => `src/part${at}/index.ts`).join(' ')],
  [
    'options in a sentence',
    `Use -a, -b, -c or -d to choose what ${'is to be shown in the list of all parts '.repeat(9)}`,
  ],
  ['a short command', 'gcc -Wall -O2 -g -fPIC -c src/a.c -o a.o'],
])('%s is no compiler command', (_, text) => {
  expect(elideCommand(text)).toBeUndefined();
});
