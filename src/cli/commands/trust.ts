/** `tinyjuice trust`: lets the rules of a project be used, exactly as they are now. */
import { isatty } from 'node:tty';
import { lineOf } from '../../config/problem-text.js';
import { loadLayers } from '../../custom/custom-rules.js';
import { sha256Of } from '../../custom/fingerprint.js';
import type { CustomRule } from '../../custom/load.js';
import { configOf, type Project, readProject, refusalsOf } from '../../custom/project.js';
import { readTrust, type TrustList, writeTrust } from '../../custom/trust.js';
import { JuiceError } from '../../errors.js';
import { matchText, patternLines } from '../../explain/rule-text.js';
import { printable } from '../../text/printable.js';
import { type Call, defineCommand } from '../command.js';
import { tomlLines } from '../config-text.js';
import { customRun } from '../custom-places.js';
import { EXIT } from '../exit.js';
import { print } from '../print.js';
import { projectRootOf } from '../project-root.js';

export default defineCommand({
  name: 'trust',
  usage: '[FOLDER]',
  about: "Lets a project's .tinyjuice be used as it is now; any change asks for trust again.",
  flags: ['yes', 'list'],
  async run(call) {
    const { environment, flags } = call;
    const trust = readTrust(environment.trustFile);
    if (flags.list) {
      if (call.words.length > 0) throw new JuiceError('BAD_USE', 'trust --list takes no folder: it lists them all.');
      await print(listOf(trust));
      return EXIT.ok;
    }
    const project = readProject(projectRootOf('trust', call), trust);
    const [refusal] = refusalsOf(project);
    if (refusal !== undefined)
      throw new JuiceError('BAD_USE', `${refusal} Nothing of this project can be trusted while it is there.`);
    if (project.state === 'trusted') {
      await print([`${printable(project.folder)} is trusted as it is.`]);
      return EXIT.ok;
    }
    await print([...(await describe(project)), ...(await describeSettings(project, environment.home))]);
    if (!(await isConfirmed(call))) return EXIT.checkFailed;
    writeTrust(environment.trustFile, new Map([...trust, [project.root, { sha256: project.snapshot.sha256 }]]));
    await print([`trusted. A change in ${printable(project.folder)} ends that; tinyjuice untrust does too.`]);
    return EXIT.ok;
  },
});

const listOf = (trust: TrustList): readonly string[] =>
  [...trust.keys()].map(root => {
    const { state, snapshot } = readProject(root, trust);
    const isGone = snapshot.sha256 === '';
    return `${isGone ? 'gone' : state}  ${printable(root, 400)}`;
  });

/** What is to be trusted: every file, the hash, and what the rules may leave out of an output. */
async function describe({ folder, snapshot, layer, state }: Project): Promise<readonly string[]> {
  const problems: string[] = [];
  const rules = await loadLayers(
    [layer],
    customRun(problem => problems.push(problem)),
  );
  const described = rules.flatMap(ruleLines);
  const changed = state === 'changed' ? ', which is not what was trusted before' : '';
  return [
    `${printable(folder, 400)} holds ${snapshot.files.length} files, SHA-256 ${snapshot.sha256}${changed}:`,
    ...snapshot.files.map(({ path, bytes }) => `  ${sha256Of(bytes).slice(0, 16)}  ${printable(path, 400)}`),
    ...described,
    ...problems,
  ];
}

/** What the project sets for whoever works in it. */
async function describeSettings(project: Project, home: string): Promise<readonly string[]> {
  const file = configOf(project);
  if (file === undefined) return [];
  const { readProjectFile } = await import('../../config/load.js');
  const { entries, problems } = readProjectFile(file, home);
  const rows = [...entries].map(([key, { value, source }]) => ({ key, value, source }));
  return [
    ...(rows.length === 0 ? [] : ['settings:', ...tomlLines(rows).map(line => `  ${line}`)]),
    ...problems.map(lineOf),
  ];
}

function ruleLines(rule: CustomRule): readonly string[] {
  const drops = patternLines(rule.body(), ['drop']);
  const benign = rule.benignLines().map(line => `    ${printable(line)}`);
  return [
    `rule ${rule.head.id} (${printable(rule.title)}), for ${matchText(rule.head)}`,
    ...(drops.length === 0 ? ['  drops nothing'] : drops.map(line => `  ${line}`)),
    ...(benign.length === 0 ? [] : ['  and these lines, which look like errors, whatever their numbers:', ...benign]),
  ];
}

/** @throws {JuiceError} BAD_USE where nobody can be asked. */
async function isConfirmed({ flags }: Call): Promise<boolean> {
  if (flags.yes) return true;
  if (!isatty(0) || !isatty(2))
    throw new JuiceError(
      'BAD_USE',
      'trust asks at a terminal, and here is none. Look at what it lists, then run: tinyjuice trust --yes',
    );
  const { createInterface } = await import('node:readline/promises');
  const asking = createInterface({ input: process.stdin, output: process.stderr });
  try {
    return /^y(?:es)?$/i.test((await asking.question('Trust this? [y/N] ')).trim());
  } finally {
    asking.close();
  }
}
