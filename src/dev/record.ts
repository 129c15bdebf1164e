/** Runs a command for real and stores its output as a fixture: `npm run record -- [--as tool/case] command…`. */
import { spawn, spawnSync } from 'node:child_process';
import { closeSync, existsSync, mkdirSync, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { constants, homedir, hostname, tmpdir, userInfo } from 'node:os';
import { basename, join } from 'node:path';
import { parseCommand } from '../classify/command.js';
import { errnoOf, JuiceError } from '../errors.js';
import { quoteWord } from '../text/quote-word.js';
import {
  type FixtureMeta,
  fixtureFolder,
  fixtureNames,
  lostFacts,
  metaText,
  readFixture,
  readOut,
  reduceFixture,
} from '../verify/fixtures.js';
import { doubtfulNames, findSecret, type Surroundings, scrub } from './scrub.js';

const USAGE = 'usage: npm run record -- [--as tool/case] command…  or  npm run record -- --update [tool/case…]';
/** Bytes; a larger recording is too much to carry around, and to read. */
const MAX_RAW_BYTES = 300_000;
const MAX_SLUG_CHARS = 40;

/** Takes a line for a person. */
type Say = (line: string) => void;

interface Wish {
  readonly isUpdate: boolean;
  readonly as: string | undefined;
  /** The command, or the names of fixtures to update. */
  readonly words: readonly string[];
}

/** For `dev/run.mjs`. */
export async function main(args: readonly string[], _load: unknown, root: string): Promise<void> {
  const at: Surroundings = { home: homedir(), user: userInfo().username, host: hostname(), root };
  try {
    await recordFixtures(args, at, line => process.stdout.write(`${line}\n`));
  } catch (error) {
    if (!(error instanceof JuiceError)) throw error;
    process.stderr.write(`record: ${error.message}\n`);
    process.exitCode = 2;
  }
}

/**
 * Stores one fixture, or rewrites every out.txt, below `at.root`.
 * @throws {JuiceError} for wrong use, a command that cannot be run, and output that must not be stored.
 */
export async function recordFixtures(args: readonly string[], at: Surroundings, say: Say): Promise<void> {
  const wish = readWish(args);
  if (wish.isUpdate) await update(at.root, wish.words, say);
  else await record(at, wish, say);
}

/** Our own flags stand before the command; everything from its first word on is the command's. */
function readWish(args: readonly string[]): Wish {
  let as: string | undefined;
  let isUpdate = false;
  let at = 0;
  for (; args[at]?.startsWith('-'); at += 1) {
    const flag = args[at];
    if (flag === '--') {
      at += 1;
      break;
    }
    if (flag === '--update') isUpdate = true;
    else if (flag === '--as') as = args[++at] ?? '';
    else throw new JuiceError('BAD_FLAG', `unknown flag ${flag}. ${USAGE}`);
  }
  const words = args.slice(at);
  if (as !== undefined && !/^[a-z0-9][a-z0-9-]*\/[a-z0-9][a-z0-9-]*$/.test(as))
    throw new JuiceError(
      'BAD_FLAG',
      `--as: "${as}" is no name. Write two words of a-z, 0-9 and "-": --as vitest/one-fails.`,
    );
  if (!isUpdate && words.length === 0) throw new JuiceError('NO_COMMAND', `there is no command. ${USAGE}`);
  return { isUpdate, as, words };
}

async function record(at: Surroundings, { as, words }: Wish, say: Say): Promise<void> {
  const { root } = at;
  const name = as ?? `${slug(basename(words[0] ?? ''))}/${slug(words.slice(1).join(' ')) || 'plain'}`;
  const folder = fixtureFolder(root, name);
  if (existsSync(folder))
    throw new JuiceError(
      'BAD_USE',
      `fixtures/${name} is there already. Give another name with --as tool/case, or delete it.`,
    );
  const { bytes, exit } = await run(words);
  // Latin-1 keeps every byte, whatever the encoding; the names are looked for in their UTF-8 form.
  const text = scrub(bytes.toString('latin1'), latin1Names(at));
  const command = scrub(words.map(quoteWord).join(' '), at);
  refuse(text, command);
  const meta: FixtureMeta = {
    tool: name.split('/')[0] ?? name,
    version: await versionOf(words),
    command,
    exit,
    date: new Date().toISOString().slice(0, 10),
    facts: [],
  };
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'raw.txt'), Buffer.from(text, 'latin1'));
  writeFileSync(join(folder, 'meta.json'), metaText(meta));
  const { out } = await reduceFixture(readFixture(root, name));
  writeFileSync(join(folder, 'out.txt'), out);
  say(`fixtures/${name}: exit ${exit}, ${text.length} bytes, reduced to ${Buffer.byteLength(out)}`);
  for (const word of doubtfulNames(text, at))
    say(`raw.txt holds the word "${word}", which is a name of this machine or its user: look whether it must go.`);
  say('meta.json has no facts yet: read raw.txt and write down what must survive (rules/README.md says how).');
}

/** Both streams into one file, so that their order is the one in which they were written. */
function run(words: readonly string[]): Promise<{ bytes: Buffer; exit: number }> {
  const [program = '', ...args] = words;
  const folder = mkdtempSync(join(tmpdir(), 'record-'));
  const path = join(folder, 'raw');
  const fd = openSync(path, 'a', 0o600);
  return new Promise<{ bytes: Buffer; exit: number }>((resolve, reject) => {
    const child = spawn(program, args, { stdio: ['ignore', fd, fd] });
    child.on('error', error => reject(cannotRun(program, error)));
    child.on('close', (code, signal) => {
      resolve({ bytes: readFileSync(path), exit: code ?? 128 + (signal === null ? 0 : constants.signals[signal]) });
    });
  }).finally(() => {
    closeSync(fd);
    rmSync(folder, { recursive: true, force: true });
  });
}

function cannotRun(program: string, cause: Error): Error {
  const code = errnoOf(cause);
  if (code !== 'ENOENT' && code !== 'EACCES') return cause;
  const reason = code === 'ENOENT' ? 'is not found' : 'may not be executed';
  return new JuiceError('NO_COMMAND', `${program} ${reason}: install it, or write its path.`, { cause });
}

/** @throws {JuiceError} for what may not be stored. */
function refuse(text: string, command: string): void {
  if (text === '') throw new JuiceError('BAD_USE', 'the command printed nothing: there is nothing to store.');
  const inCommand = findSecret(command);
  if (inCommand !== undefined)
    throw new JuiceError('BAD_USE', `the command holds ${inCommand.what}: nothing was stored.`);
  const secret = findSecret(text);
  if (secret !== undefined)
    throw new JuiceError(
      'BAD_USE',
      `line ${secret.line} of the output holds ${secret.what}: nothing was stored. Record with a made-up one.`,
    );
  if (text.length > MAX_RAW_BYTES)
    throw new JuiceError(
      'BAD_USE',
      `the output has ${text.length} bytes; a fixture may have ${MAX_RAW_BYTES}. Record a smaller run.`,
    );
}

/** Asks the program itself, through whatever starts it (`npx vitest --version`). */
async function versionOf(words: readonly string[]): Promise<string> {
  const program = (await parseCommand(words)).commands[0]?.program;
  const end =
    Math.max(
      0,
      words.findIndex(word => basename(word) === program),
    ) + 1;
  for (const flag of ['--version', 'version']) {
    const [first = '', ...rest] = [...words.slice(0, end), flag];
    const { status, stdout } = spawnSync(first, rest, {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
      timeout: 20_000,
    });
    const line = (stdout ?? '').split('\n').find(each => each.trim() !== '');
    if (status === 0 && line !== undefined) return /\d+(?:\.\d+)+[\w.+-]*/.exec(line)?.[0] ?? line.trim().slice(0, 60);
  }
  return 'unknown';
}

/** Rewrites out.txt; the difference is for a person to read before it is committed. */
async function update(root: string, wanted: readonly string[], say: Say): Promise<void> {
  const all = fixtureNames(root);
  const unknown = wanted.find(name => !all.includes(name));
  if (unknown !== undefined)
    throw new JuiceError('NOT_FOUND', `there is no fixtures/${unknown}/meta.json. Known are ${all.join(', ')}.`);
  let changed = 0;
  for (const name of wanted.length > 0 ? wanted : all) {
    const fixture = readFixture(root, name);
    const { out, warnings } = await reduceFixture(fixture);
    for (const warning of warnings) say(`${name}: ${warning}`);
    for (const fact of lostFacts(fixture.meta.facts, out)) say(`${name}: lost ${fact.why}: ${fact.parts.join(' + ')}`);
    if (readOut(root, name) === out) continue;
    writeFileSync(join(fixtureFolder(root, name), 'out.txt'), out);
    say(`${name}: out.txt ${Buffer.byteLength(out)} of ${fixture.raw.length} bytes`);
    changed += 1;
  }
  say(`${changed} out.txt written. Read the difference (git diff fixtures) before you commit it.`);
}

function latin1Names(at: Surroundings): Surroundings {
  const encode = (text: string): string => Buffer.from(text, 'utf8').toString('latin1');
  return { home: encode(at.home), user: encode(at.user), host: encode(at.host), root: encode(at.root) };
}

const slug = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, MAX_SLUG_CHARS)
    .replace(/^-+|-+$/g, '');
