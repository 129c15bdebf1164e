/** Writes the skeleton of a new unit and its test data: `npm run new -- rule tests/vitest`. */
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { JuiceError } from '../errors.js';

/** Files by their path below the project, and what to do next. */
interface Skeleton {
  readonly files: Readonly<Record<string, string>>;
  readonly next: string;
}

interface Unit {
  /** How its name looks; for messages. */
  readonly example: string;
  readonly name: RegExp;
  /** The file that must be there for such a unit to make sense. */
  readonly contract: string;
  readonly make: (name: string) => Skeleton;
}

const WORD = /^[a-z][a-z0-9]*(?:-[a-z0-9]+)*$/;

const UNITS: Readonly<Record<string, Unit>> = {
  rule: {
    example: 'tests/vitest',
    name: /^[a-z][a-z0-9-]*\/[a-z][a-z0-9-]*$/,
    contract: 'src/rules/rule.ts',
    make: newRule,
  },
  stage: { example: 'dedupe', name: WORD, contract: 'src/pipeline/stage.ts', make: newStage },
  command: { example: 'explain', name: WORD, contract: 'src/cli/command.ts', make: newCommand },
  compressor: { example: 'diff', name: WORD, contract: 'src/compressors/compressor.ts', make: newCompressor },
};

const USAGE = `usage: npm run new -- ${Object.keys(UNITS).join('|')} NAME`;

/** For `dev/run.mjs`. */
export async function main(args: readonly string[], _load: unknown, root: string): Promise<void> {
  try {
    process.stdout.write(createUnit(args, root));
  } catch (error) {
    if (!(error instanceof JuiceError)) throw error;
    process.stderr.write(`new: ${error.message}\n`);
    process.exitCode = 2;
  }
}

/**
 * Writes the files of one unit; all of them or none.
 * @returns what was written and what comes next, for a person.
 * @throws {JuiceError} BAD_USE for an unknown kind, a bad name, or a file that is there already.
 */
export function createUnit(args: readonly string[], root: string): string {
  const [kind = '', name, ...more] = args;
  const unit = Object.hasOwn(UNITS, kind) ? UNITS[kind] : undefined;
  if (unit === undefined) throw new JuiceError('BAD_USE', `"${kind}" is nothing that can be made. ${USAGE}.`);
  if (name === undefined || more.length > 0)
    throw new JuiceError('BAD_USE', `${kind} takes one name. Write: npm run new -- ${kind} ${unit.example}`);
  if (!unit.name.test(name))
    throw new JuiceError('BAD_USE', `"${name}" is no name of a ${kind}: use a-z, 0-9 and "-", as in ${unit.example}.`);
  if (!existsSync(join(root, unit.contract)))
    throw new JuiceError(
      'BAD_USE',
      `there are no ${kind}s yet: ${unit.contract} is missing. Write that contract first.`,
    );
  const { files, next } = unit.make(name);
  const taken = Object.keys(files).filter(path => existsSync(join(root, path)));
  if (taken.length > 0)
    throw new JuiceError('BAD_USE', `${taken.join(', ')} is there already. Take another name, or delete it first.`);
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text, { flag: 'wx' });
  }
  return `${Object.keys(files)
    .map(path => `wrote ${path}\n`)
    .join('')}${next}\n`;
}

function newRule(id: string): Skeleton {
  const [family = '', tool = ''] = id.split('/');
  return {
    files: {
      [`rules/${id}.json`]: `{
  "$schema": "../schema.json",
  "title": "${tool}",
  "family": "${family}",
  "shape": "verdict",
  "source": ["where the output of ${tool} is documented"],
  "match": {
    "command": [{ "program": ["${tool}"] }],
    "output": { "signatures": { "totals": "^a line that only ${tool} prints$" } }
  },
  "drop": {},
  "keep": {},
  "fixtures": ["${tool}/passes", "${tool}/fails", "${tool}/large"]
}
`,
    },
    next: `Record its fixtures next: npm run record -- --as ${tool}/passes ${tool} …, then ${tool}/fails and ${tool}/large; rules/README.md says what they must show.`,
  };
}

function newStage(name: string): Skeleton {
  return {
    files: {
      [`src/pipeline/stages/${name}.ts`]: `import { defineStage } from '../stage.js';

/** What it does, and how much it may hold. */
export default defineStage({
  name: '${name}',
  phase: 'select',
  about: 'One sentence for the README.',
  open() {
    return {
      push: batch => batch,
      end: () => [],
    };
  },
});
`,
      [`fixtures/stages/${name}.txt`]: `# Blocks of a name, input and output; "->" stands between the two.
## keeps plain lines
one
two
->
one
two
`,
      [`test/pipeline/stages/${name}.test.ts`]: `import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { makeLine } from '../../../src/line.js';
import stage from '../../../src/pipeline/stages/${name}.js';
import { projectRoot } from '../../support/recordings.js';

const blocks = readFileSync(join(projectRoot, 'fixtures/stages/${name}.txt'), 'utf8')
  .split(/^## /m)
  .slice(1);

describe('stage ${name}', () => {
  test.each(blocks.map(block => [block.slice(0, block.indexOf('\\n')), block] as const))('%s', (title, block) => {
    const [input = '', output = ''] = block.slice(title.length + 1).split('->\\n');
    const lines = input.split('\\n').slice(0, -1).map((text, index) => makeLine(text, '\\n', index + 1));
    const open = stage.open({ profile: 'full', shape: 'verdict', rule: undefined, note: () => undefined });
    const out = [...open.push(lines), ...open.end()];
    expect(out.map(({ text }) => \`\${text}\\n\`).join('')).toBe(output);
  });
});
`,
    },
    next: 'Choose its phase and put real lines into the blocks. The order of the pipeline follows by itself: npm run gen.',
  };
}

function newCommand(name: string): Skeleton {
  return {
    files: {
      [`src/cli/commands/${name}.ts`]: `/** \`tinyjuice ${name}\`: what it is for. */
import { JuiceError } from '../../errors.js';
import { defineCommand } from '../command.js';
import { EXIT } from '../exit.js';

export default defineCommand({
  name: '${name}',
  usage: '',
  about: 'One sentence for the help.',
  flags: [],
  async run({ words }) {
    if (words.length > 0) throw new JuiceError('BAD_USE', '${name} takes no words. Write: tinyjuice ${name}');
    process.stdout.write('');
    return EXIT.ok;
  },
});
`,
      [`test/cli/commands/${name}.test.ts`]: `import { expect, test } from 'vitest';
import command from '../../../src/cli/commands/${name}.js';

test('${name} refuses a word that it does not know', async () => {
  const call = { words: ['surplus'], flags: {}, environment: {} } as unknown as Parameters<typeof command.run>[0];
  await expect(command.run(call)).rejects.toThrow('${name} takes no words');
});
`,
    },
    next: 'Say what it takes and does; a new flag is a record in src/cli/flags.ts. It is found by its name: npm run gen.',
  };
}

function newCompressor(name: string): Skeleton {
  return {
    files: {
      [`src/compressors/kinds/${name}.ts`]: `import { defineCompressor } from '../compressor.js';

/** What it makes smaller, and what it keeps. */
export default defineCompressor({
  name: '${name}',
  kinds: ['${name}'],
  about: 'One sentence for the README.',
  compress() {
    return undefined;
  },
});
`,
      [`test/compressors/kinds/${name}.test.ts`]: `import { expect, test } from 'vitest';
import compressor from '../../../src/compressors/kinds/${name}.js';

test('${name} declines what is not its own', () => {
  expect(compressor.name).toBe('${name}');
});
`,
    },
    next: 'It declines everything until you write compress. It is found by its place: npm run gen.',
  };
}
