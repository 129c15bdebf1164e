/** `tinyjuice verify`: is anything wrong with a rule, built-in or not? */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { loadLayers, readUserLayer } from '../../custom/custom-rules.js';
import { type Layer, readLayer } from '../../custom/layer.js';
import { findRoot, readProject, refusalsOf } from '../../custom/project.js';
import { readTrust } from '../../custom/trust.js';
import { JuiceError } from '../../errors.js';
import { builtInRules } from '../../generated/rules.js';
import { type Book, bookOf, loadBuiltIn, openBook } from '../../rules/book.js';
import { backtracking } from '../../rules/compile.js';
import { bodyOf, headOf, type PatternEngine } from '../../rules/rule.js';
import { printable } from '../../text/printable.js';
import { quoteWord } from '../../text/quote-word.js';
import type { CaseMeta } from '../../verify/fixture-check.js';
import { type Problem, type Verified, verifyLayer } from '../../verify/verify.js';
import { type Call, defineCommand } from '../command.js';
import { customRun, placesOf } from '../custom-places.js';
import type { Environment } from '../env.js';
import { EXIT } from '../exit.js';
import { print, printJson } from '../print.js';

/** What was looked at in one place. */
interface Part extends Verified {
  readonly name: string;
  /** What was not looked at, or does not count. */
  readonly note?: string;
}

export default defineCommand({
  name: 'verify',
  usage: '',
  about: 'Checks every rule, built-in, of the user and of this project, and says how to mend what is wrong.',
  flags: ['rules', 'fixtures', 'json'],
  async run(call) {
    if (call.words.length > 0)
      throw new JuiceError('BAD_USE', 'verify takes no words: it checks all rules. Write: tinyjuice verify');
    const parts = [await verifyBuiltIn(call), ...(await verifyCustom(call))];
    const problems = parts.flatMap(part => part.problems);
    if (call.flags.json) await printJson({ isGood: problems.length === 0, parts });
    else await print(linesOf(parts));
    return problems.length === 0 ? EXIT.ok : EXIT.checkFailed;
  },
});

function linesOf(parts: readonly Part[]): readonly string[] {
  const problems = parts.flatMap(part => part.problems);
  const counts = parts.map(({ name, rules, fixtures, note }) => {
    const count = `${name}: ${counted(rules, 'rule')}, ${counted(fixtures, 'fixture')}`;
    return note === undefined ? count : `${count} (${note})`;
  });
  const verdict = problems.length === 0 ? 'holds' : counted(problems.length, 'problem');
  return [...problems.map(({ file, message }) => `${file}: ${message}`), `${verdict}: ${counts.join('; ')}`];
}

const counted = (count: number, what: string): string => `${count} ${what}${count === 1 ? '' : 's'}`;

/** Nothing asked for: everything. */
function wantsOf({ flags }: Call): { rules: boolean; fixtures: boolean } {
  const isAll = !flags.rules && !flags.fixtures;
  return { rules: isAll || flags.rules === true, fixtures: isAll || flags.fixtures === true };
}

/** In a clone the files of the project; elsewhere what was checked when it was built. */
async function verifyBuiltIn(call: Call): Promise<Part> {
  const root = fileURLToPath(new URL('..', import.meta.url)).replace(/\/$/, '');
  if (!existsSync(join(root, 'rules')) || !existsSync(join(root, 'fixtures')))
    return {
      name: 'built-in',
      problems: [],
      rules: loadBuiltIn(builtInRules).length,
      fixtures: 0,
      note: 'checked when this package was built; their fixtures are not in it, but in a clone of the project',
    };
  const layer = readLayer('built-in', root);
  const book = bookOfFiles(layer);
  const rewrite = (): string => 'npm run record -- --update';
  return {
    name: 'built-in',
    ...(await verifyLayer({ layer, book, wants: wantsOf(call), engineOf: () => backtracking, rewrite })),
  };
}

function bookOfFiles({ files }: Layer): Book {
  const rules = files.flatMap(({ id, rule }) =>
    rule === undefined
      ? []
      : [{ head: headOf(id, rule), origin: 'built-in' as const, engine: backtracking, body: () => bodyOf(rule) }],
  );
  return bookOf(() => rules);
}

async function verifyCustom(call: Call): Promise<readonly Part[]> {
  const user = readUserLayer(placesOf(call.environment));
  const parts: Part[] = [];
  if (user.files.length > 0) parts.push({ name: 'user', ...(await verifyOne(call, [user])) });
  const found = projectOf(call.environment);
  if (found === undefined) return parts;
  const { project, note } = found;
  const part = await verifyOne(call, [project.layer, user]);
  const refusals = refusalsOf(project)
    .filter(text => !part.problems.some(({ file }) => text.startsWith(`${file}: `)))
    .map((text): Problem => ({ rule: '', file: printable(project.folder, 400), message: text }));
  parts.push({
    name: 'project',
    ...part,
    problems: [...refusals, ...part.problems],
    ...(note === undefined ? {} : { note }),
  });
  return parts;
}

function projectOf(environment: Environment) {
  const { cwd, trustFile } = placesOf(environment);
  const root = cwd === undefined ? undefined : findRoot(cwd);
  if (root === undefined) return undefined;
  const project = readProject(root, readTrust(trustFile));
  return {
    project,
    note: project.state === 'trusted' ? undefined : `${project.state}: runs do not use them before tinyjuice trust`,
  };
}

/** The first layer, with the rules of the others beside it. */
async function verifyOne(call: Call, layers: readonly [Layer, ...Layer[]]): Promise<Verified> {
  const said: string[] = [];
  const custom = await loadLayers(
    layers,
    customRun(message => said.push(message)),
  );
  const [layer] = layers;
  const wants = wantsOf(call);
  const verified = await verifyLayer({
    layer,
    book: openBook(builtInRules, custom),
    wants,
    engineOf: id => custom.find(rule => rule.origin === layer.origin && rule.head.id === id)?.engine ?? NOTHING,
    rewrite: rewriteCustom,
  });
  // Bodies of rules that no recording asked for; what is wrong with a file is told already.
  for (const rule of custom) if (rule.origin === layer.origin) rule.body();
  const left = wants.rules ? saidOfUse(said, layer, verified.problems) : [];
  return { ...verified, problems: [...verified.problems, ...left] };
}

/** Of a rule that is not there. */
const NOTHING: PatternEngine = { compile: () => ({ test: () => false }) };

const rewriteCustom = ({ command, exit }: CaseMeta): string =>
  `tinyjuice reduce --command ${quoteWord(printable(command))} --exit-code ${exit} raw.txt > out.txt`;

/** What is left out of the layer's rules when they are used. */
function saidOfUse(said: readonly string[], { files }: Layer, known: readonly Problem[]): readonly Problem[] {
  return files.flatMap(({ id, file, rule }) => {
    if (rule === undefined) return [];
    const messages = said.filter(text => text.startsWith(`${file}: `)).map(text => text.slice(file.length + 2));
    return [...new Set(messages)]
      .filter(message => !known.some(problem => problem.file === file && problem.message === message))
      .map(message => ({ rule: id, file, message }));
  });
}
