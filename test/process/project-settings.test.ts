/** Settings of a project: nothing before `trust`, nothing after a change. */
import { expect, test } from 'vitest';
import { type Result, tinyjuice } from './cli.js';
import { freshProject, freshUser, hammer, hammerText } from './rule-places.js';

const plain = hammerText();
const isReduced = ({ text }: Result): boolean => text.includes('[... lines 2-41]');

test('trust covers the settings of a project: nothing before it, listed when it is given, over those of the user, and gone with any change', async () => {
  const user = freshUser();
  const project = freshProject();
  const run = (args: readonly string[], input = plain) =>
    tinyjuice(args, { input, env: user.env, spawn: { cwd: project.root } });
  const reduce = (input = plain, args: readonly string[] = []) => run(['reduce', ...args], input);
  user.write('config.toml', '[tokenjuice]\nprofile = "full"\n');
  const config = project.write('config.toml', '[tokenjuice]\nprofile = "off"\nmax_inline_chars = 1\n');
  project.rule('tests/hammer', hammer);
  const coloured = `\u001b[1m${plain}`;
  expect(await reduce(coloured)).toMatchObject({ code: 0, text: plain, err: '' });
  expect(await run(['config'])).toMatchObject({
    code: 0,
    err: `tinyjuice: ${config} does nothing: the project is not trusted. Look at it, then run: tinyjuice trust\n`,
  });
  const { text } = await run(['trust', '--yes']);
  expect(text).toContain(`settings:\n  [tokenjuice]\n  profile = "off"  # ${config}:2\n`);
  expect(text).toContain(`${config}:3: tokenjuice.max_inline_chars: 1 is not a whole number from 100 to 1000000.\n`);
  expect((await reduce(coloured)).text).toBe(coloured);
  expect((await run(['config'])).text).toMatch(/^profile = "off" +# \S+\/\.tinyjuice\/config\.toml:2$/m);
  project.write('config.toml', '[tokenjuice]\nprofile = "light"\n');
  const changed = await reduce(coloured);
  expect(changed.text).toBe(plain);
  expect(changed.err).toMatch(/ has changed since you trusted it: its rules and settings do nothing now\. /);
  await run(['trust', '--yes']);
  expect(isReduced(await reduce(plain, ['--profile', 'full']))).toBe(true);
  project.rule('tests/hammer', { ...hammer, title: 'Other' });
  expect(await run(['config'])).toMatchObject({ code: 0, text: expect.stringMatching(/^profile = "full" /m) });
});
