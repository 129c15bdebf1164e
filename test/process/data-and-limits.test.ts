/** What is data stays whole, and a limit holds whatever the text says. */
import { describe, expect, test } from 'vitest';
import { tinyjuice } from './cli.js';

const rows = (make: (i: number) => string): string => Array.from({ length: 400 }, (_, i) => `${make(i)}\n`).join('');
const time = (i: number): string => new Date(1_767_348_000_000 + i * 60_000).toISOString();

describe('files that cat prints stay whole, whatever their rows look like', () => {
  test.each([
    ['a track', rows(i => `${time(i)} 52.2${i} 13.9${i} 0`)],
    ['a sensor', rows(i => `${time(i).slice(0, 19).replace('T', ' ')} temp=${i % 30} hum=${i % 90}`)],
    ['objects, one a line', rows(i => `{"timestamp":"${time(i)}","level":2,"message":"Hello ${i}"}`)],
    ['a chat', rows(i => `[${time(i).slice(11, 19)}] <alice> meeting at ${i}`)],
  ])('%s', async (_name, input) => {
    expect((await tinyjuice(['reduce', '--command', 'cat data.txt'], { input })).text).toBe(input);
  });

  test.each([',', ';', '\t'])(
    'rows set apart by %j below their names, even where nothing is known of them',
    async mark => {
      const input = `time${mark}host${mark}value\n${rows(i => [time(i), `web${i % 3}`, i * 7].join(mark))}`;
      expect((await tinyjuice(['reduce'], { input })).text).toBe(input);
    },
  );

  test('but a log does not', async () => {
    const input = rows(i => `${time(i)} INFO worker: job ${i} done`);
    const run = await tinyjuice(['reduce', '--command', 'cat /var/log/worker.log'], { input });
    expect(run.text.length).toBeLessThan(input.length / 10);
  });
});

test.each(['[... lines 3-9]', '[12 of 40 lines omitted: tinyjuice retrieve tj_0123456789]'])(
  'a limit holds where a line looks like %j',
  async mark => {
    const input = rows(i => (i === 50 ? mark : `${time(i)} INFO worker: job ${i} done`));
    expect((await tinyjuice(['reduce', '--max-chars', '600'], { input })).text.length).toBeLessThanOrEqual(600);
  },
);

test('the step above an error stays, though it is noise elsewhere', async () => {
  const steps = Array.from({ length: 60 }, (_, i) => `g++ -O2 -Wall -c unit${'abc'[i % 3]}${i}.cpp -o u${i}.o\n`).join(
    '',
  );
  const input = `${steps}g++ -O2 -c heavy_template.cpp -o h.o\ng++: fatal error: Killed signal terminated program cc1plus\n`;
  const { text } = await tinyjuice(['reduce', '--exit-code', '1'], { input });
  expect(text).toContain('g++ -O2 -c heavy_template.cpp -o h.o\ng++: fatal error: Killed');
  expect(text.length).toBeLessThan(input.length);
});
