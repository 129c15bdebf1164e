import { expect, test } from 'vitest';
import { recordings } from '../support/recordings.js';
import { reduce } from '../support/run.js';
import { tinyjuice } from './cli.js';

/** Signs beyond ASCII stand in patterns too, and must come through the bundle and its compiled form. */
test('the program gives what the sources give', async () => {
  for (const { name, raw } of recordings.slice(0, 40)) {
    const [fromSources, fromProgram] = [await reduce(raw), await tinyjuice(['reduce', '-'], { input: raw })];
    expect([name, fromProgram.text]).toEqual([name, fromSources.text]);
  }
});
