import { expect, test } from 'vitest';
import { recordings } from '../support/recordings.js';
import { reduce } from '../support/run.js';
import { tinyjuice } from './cli.js';

/** Signs beyond ASCII stand in patterns too, and must come through the bundle and its compiled form. */
const beyondAscii = recordings.filter(({ raw }) => raw.some(byte => byte > 0x7f));

test.each(beyondAscii.filter((_, at) => at % 8 === 0))(
  'the program makes of $name what the sources make',
  async ({ raw }) => {
    expect((await tinyjuice(['reduce', '-'], { input: raw })).text).toBe((await reduce(raw)).text);
  },
);
