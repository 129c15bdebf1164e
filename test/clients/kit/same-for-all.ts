/** What holds for every client in the same words. */
import { expect, test } from 'vitest';
import type { Sandbox } from './client.js';
import type { Model } from './model.js';

type Prepare = (sandbox: Sandbox) => void;

/** Whatever becomes of our program, the model reads what it would read without us. @param drive runs `NOISY`. */
export function leavesOutputAlone(drive: (prepare: Prepare) => Promise<{ readonly last: string }>): void {
  test.each([
    ['crashes', 'exit 1'],
    ['says nonsense', 'echo "{"; exit 0'],
    ['hangs', 'exec sleep 60'],
  ])('a hook that %s leaves the output as it is', async (_name, text) => {
    const { last } = await drive(sandbox => sandbox.replaceTinyjuice(text));
    expect(last).toContain('case_17 ');
  });
}

/** Of the rows that the server in `mcp-server.mjs` gives: ours are far shorter, and all there. */
export function expectExactForm(ours: string, theirs: string): void {
  expect(theirs).toContain('number 79');
  expect(ours.length).toBeLessThan(theirs.length / 2);
  expect(ours).toContain('number 79');
}

export interface AskedNote {
  /** Words behind `install`, one list for each. */
  readonly installs: readonly (readonly string[])[];
}

/** For a host without a hook. @param drive runs `NOISY`. */
export function expectNoteOnce(host: string, drive: (asked: AskedNote) => Promise<Model>): void {
  test.each([
    ['of the user', [[host]]],
    ['of the project', [[host, '--project']]],
    [
      'of the project, for other agents too',
      [
        [host, '--project'],
        ['agents-md', '--project'],
      ],
    ],
  ])('a note %s reaches the agent once, and outputs are as they were', async (_name, installs) => {
    const model = await drive({ installs });
    expect(model.results().at(-1)).toContain('case_17 ');
    const [first = ''] = model.requests();
    expect(first.match(/is run as `tinyjuice wrap/g)?.length).toBe(1);
  });
}
