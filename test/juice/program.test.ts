/** What the store's listing says of a command: its program, and nothing that a user may have written beside it. */
import { expect, test } from 'vitest';
import { programOf } from '../../src/juice/run.js';

test.each([
  ['npm install', 'npm'],
  ['/usr/bin/python3.11 -m pytest', 'python3.11'],
  ['CI=1 npm test', 'npm'],
  ['TOKEN=hunter2 npm test', 'npm'],
  ['A=1 PASSWORD=\'hunter2 and more\' B="it\'s \\" hunter2" C=x\\ hunter2 npm test', 'npm'],
  ['TOKEN=$(echo hunter2 here) npm test', undefined],
  ['TOKEN=`echo hunter2` npm test', undefined],
  ["TOKEN='hunter2", undefined],
  ['TOKEN=hunter2', undefined],
  ['"my tool" hunter2', undefined],
  [['TOKEN=hunter2', 'npm'], undefined],
  [['g++', '-c', 'a.cc'], 'g++'],
  [[], undefined],
  [undefined, undefined],
])('%j is of %s', (command, program) => {
  expect(programOf(command)).toBe(program);
});
