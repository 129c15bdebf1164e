import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { script, tinyjuice } from '../process/cli.js';

/** Prints its arguments, working directory, an environment variable and its stdin, and ends as it is told. */
const CHILD = `
  const input = require('node:fs').readFileSync(0, 'utf8');
  console.log(JSON.stringify([process.argv.slice(2), process.cwd(), process.env.COLOUR, input]));
  console.error('said on stderr');
  process.exit(Number(process.argv[1]));
`;

const word = fc.string({ unit: 'grapheme', maxLength: 12 }).map(text => text.replaceAll('\0', ''));
const shellWord = fc.constantFrom(
  'a b',
  "it's",
  '"',
  '$HOME',
  '`id`',
  ';echo X',
  '*',
  '\\',
  '-x',
  '--',
  '',
  'a\nb',
  '|',
  '&&',
);

describe('I6: a wrapped command runs as without us', () => {
  test('its arguments, stdin, environment, folder, exit code and output are its own', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.oneof(word, shellWord), { maxLength: 5 }),
        fc.integer({ min: 0, max: 255 }),
        fc.string({ unit: 'grapheme', maxLength: 40 }),
        async (args, code, input) => {
          const options = { input, env: { COLOUR: 'größe' } };
          const command = [process.execPath, '-e', CHILD, String(code), ...args];
          const wrapped = await tinyjuice(['wrap', '--', ...command], options);
          const [shownArgs, , colour, shownInput] = JSON.parse(wrapped.text) as [string[], string, string, string];
          expect(shownArgs).toEqual(args);
          expect(shownInput).toBe(input);
          expect(colour).toBe('größe');
          expect({ code: wrapped.code, err: wrapped.err }).toEqual({ code, err: 'said on stderr\n' });
        },
      ),
      { numRuns: 25 },
    );
  });

  test('a large output does not change how it ends', async () => {
    for (const end of ['exit 7', 'kill -TERM $$', 'kill -KILL $$', 'exit 0']) {
      const plain = await script(`bash -c 'seq 20000; ${end}' > /dev/null; echo $?`);
      const wrapped = await script(`tj wrap -- bash -c 'seq 20000; ${end}' > /dev/null; echo $?`);
      expect(wrapped.text).toBe(plain.text);
    }
  });
});
