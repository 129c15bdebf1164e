import { join } from 'node:path';
import { describe, expect } from 'vitest';
import { installed, openSandbox } from './kit/client.js';
import { NOISY } from './kit/outputs.js';
import { type AskedNote, expectNoteOnce } from './kit/same-for-all.js';

const program = installed({
  name: 'droid',
  spec: '@factory/cli-linux-x64@0.225.2',
  program: '@factory/cli-linux-x64/bin/droid',
});

async function drive({ installs }: AskedNote) {
  const sandbox = await openSandbox([{ shell: NOISY }, { text: 'done' }]);
  const baseUrl = `http://127.0.0.1:${sandbox.model.port}/v1`;
  const maker = { provider: 'generic-chat-completion-api', baseUrl, apiKey: 'fake', maxOutputTokens: 8_000 };
  sandbox.write(join(sandbox.home, '.factory/settings.json'), {
    customModels: [{ model: 'fake-model', displayName: 'Fake', ...maker }],
  });
  for (const words of installs) sandbox.tinyjuice('install', ...words);
  const run = await sandbox.run(program ?? '', ['exec', '--auto', 'low', '-m', 'custom:Fake-0', 'run it'], {
    FACTORY_AIRGAP_ENABLED: 'true',
    FACTORY_DROID_AUTO_UPDATE_ENABLED: 'false',
  });
  expect(run).toMatchObject({ code: 0 });
  return sandbox.model;
}

describe.skipIf(program === undefined)('Droid', () => {
  expectNoteOnce('droid', drive);
});
