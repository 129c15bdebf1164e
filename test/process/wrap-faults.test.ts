/** What is amiss on our side changes neither what a wrapped command ends with nor how much of its output is seen. */
import { describe, expect, test } from 'vitest';
import { fileOf, script } from './cli.js';
import { noisyLog } from './samples.js';

const log = noisyLog(2_000);
fileOf('log.txt', log);
// A program of its own: what `cat` is asked to show is never reduced.
fileOf('service.sh', 'cat log.txt; exit "$1"\n');

describe('a wrapped command', () => {
  test('keeps its exit code and all of its output where originals cannot be kept', async () => {
    const run = await script(`tj wrap -- sh service.sh 7`, { env: { XDG_CACHE_HOME: '/dev/null' } });
    expect(run).toMatchObject({ code: 7, text: log });
    expect(run.err).toMatch(/^tinyjuice: the recovery store failed \(.*\): nothing more is left out\n$/);
  });

  test('keeps its exit code and all of its output where a stage of ours fails', async () => {
    const run = await script(`tj wrap -- sh service.sh 9`, { env: { TINYJUICE_PROVOKE: 'repeats' } });
    expect(run).toMatchObject({ code: 9, text: log });
  });

  test.skipIf(process.platform !== 'linux').each([20, 21, 22, 23, 24, 25])(
    'runs, and ends as without us, where only %i files may be open',
    async files => {
      const run = await script(`ulimit -n ${files}; tj wrap -- sh -c 'echo out; echo err >&2; exit 7'`);
      expect(run).toMatchObject({ code: 7, text: 'out\n' });
      expect(run.err.replace(/^tinyjuice: .*: the output passes as it is\n/, '')).toBe('err\n');
    },
  );

  test.each(['--raw', '--profile light'])('is shown to its last line by a slow reader, %s', async flags => {
    const run = await script(`tj wrap ${flags} -- seq 200000 | (sleep 0.5; tail -1)`);
    expect(run).toMatchObject({ code: 0, text: '200000\n', err: '' });
  });
});
