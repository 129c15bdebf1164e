/** `tinyjuice config`: what is set, where each value comes from, and what is wrong with it. */
import { lineOf } from '../../config/problem-text.js';
import { configOf, findRoot, readProject } from '../../custom/project.js';
import { readTrust } from '../../custom/trust.js';
import { JuiceError } from '../../errors.js';
import { printable } from '../../text/printable.js';
import { defineCommand } from '../command.js';
import { rowsOf, tomlLines, variablesOf } from '../config-text.js';
import { placesOf } from '../custom-places.js';
import type { Environment } from '../env.js';
import { EXIT } from '../exit.js';
import { warn } from '../output-now.js';
import { print, printJson } from '../print.js';
import { openSetup } from '../setup.js';

export default defineCommand({
  name: 'config',
  usage: '',
  about: 'Shows every setting as it is now, and where it comes from. Ends with 1 if something in it cannot be used.',
  flags: ['json'],
  async run({ words, flags, environment }) {
    if (words.length > 0)
      throw new JuiceError('BAD_USE', 'config takes no words: it shows all settings. Write: tinyjuice config');
    const { loaded, storeDir } = await openSetup(environment, { isWhole: true });
    const rows = rowsOf(loaded, storeDir);
    const { problems } = loaded;
    if (flags.json) {
      const settings = rows.map(row => ({ ...row, variables: variablesOf(row.key) }));
      await printJson({ settings, problems: problems.map(problem => ({ ...problem, text: lineOf(problem) })) });
    } else await print(tomlLines(rows));
    const unused = unusedProject(environment);
    if (unused !== undefined) warn(unused);
    return problems.length === 0 ? EXIT.ok : EXIT.checkFailed;
  },
});

/** What is said of a project whose settings are there and not trusted. */
function unusedProject(environment: Environment): string | undefined {
  const { cwd, trustFile } = placesOf(environment);
  const root = cwd === undefined ? undefined : findRoot(cwd);
  const project = root === undefined ? undefined : readProject(root, readTrust(trustFile));
  const file = project === undefined ? undefined : configOf(project);
  if (project === undefined || file === undefined || project.state === 'trusted') return undefined;
  const why =
    project.state === 'changed' ? 'the project has changed since you trusted it' : 'the project is not trusted';
  return `${printable(file.path, 400)} does nothing: ${why}. Look at it, then run: tinyjuice trust`;
}
