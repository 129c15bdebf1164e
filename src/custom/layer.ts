/** The rules of one place, as its files say: those that can be used, and what is wrong with the others. */
import { JuiceError } from '../errors.js';
import { checkRule } from '../rules/check.js';
import { allPatterns, type KeyedPattern } from '../rules/patterns.js';
import type { Origin, Rule } from '../rules/rule.js';
import { printable } from '../text/printable.js';
import { type FolderContent, type FolderLimits, readFolder, readPlainFile } from './folder.js';

/** Where a layer's rules and fixtures lie, below its folder. */
export const RULES = 'rules';
export const FIXTURES = 'fixtures';

const MAX_RULE_BYTES = 1_048_576;
const MAX_RULES = 500;
const MAX_RULE_PATTERNS = 1_000;
/** Of all rules of a layer. */
const MAX_PATTERNS = 5_000;
const MAX_PATTERN_CHARS = 1_000;
const MAX_RULE_FIXTURES = 100;
/** A recording. */
const MAX_FIXTURE_BYTES = 1_048_576;

const ID = /^[a-z0-9][a-z0-9_-]*(?:\/[a-z0-9][a-z0-9_-]*){0,3}$/;

/** A file of a layer: a rule, or what is wrong with it and how to mend it. */
export type RuleFile = {
  readonly id: string;
  /** For messages: as a user would name it. */
  readonly file: string;
} & ({ readonly rule: Rule; readonly problem?: undefined } | { readonly rule?: undefined; readonly problem: string });

export interface Layer {
  readonly origin: Origin;
  /** The folder that holds `rules` and `fixtures`. */
  readonly folder: string;
  readonly files: readonly RuleFile[];
  /** A file of a recording (`tool/case/raw.txt`); undefined where it cannot be had. */
  fixture(path: string): Buffer | undefined;
}

const RULE_LIMITS: FolderLimits = {
  maxFiles: MAX_RULES,
  maxFileBytes: MAX_RULE_BYTES,
  maxBytes: MAX_RULES * MAX_RULE_BYTES,
  wants: path => isRuleFile(path),
};

/** Editors want the schema beside the rules; what begins with a dot is somebody else's. */
const isRuleFile = (path: string): boolean =>
  path.endsWith('.json') && path !== 'schema.json' && !/(?:^|\/)\./.test(path);

/** The rules in `folder/rules`, read now; recordings are read when asked for. */
export function readLayer(origin: Layer['origin'], folder: string): Layer {
  return {
    origin,
    folder,
    files: ruleFilesOf(readFolder(`${folder}/${RULES}`, RULE_LIMITS), { folder: `${folder}/${RULES}`, origin }),
    fixture(path) {
      const content = readPlainFile(`${folder}/${FIXTURES}/${path}`, MAX_FIXTURE_BYTES);
      return typeof content === 'string' ? undefined : content;
    },
  };
}

/** The rules among files that have been read already, so that nobody can change them in between. */
export function layerOf(origin: Layer['origin'], folder: string, content: FolderContent): Layer {
  const below = `${RULES}/`;
  const inRules = <Each extends { readonly path: string }>(all: readonly Each[]): Each[] =>
    all.filter(({ path }) => path.startsWith(below)).map(each => ({ ...each, path: each.path.slice(below.length) }));
  const files = inRules(content.files).filter(({ path }) => isRuleFile(path));
  const byPath = new Map(content.files.map(({ path, bytes }) => [path, bytes]));
  return {
    origin,
    folder,
    files: ruleFilesOf({ files, refused: inRules(content.refused) }, { folder: `${folder}/${RULES}`, origin }),
    fixture: path => byPath.get(`${FIXTURES}/${path}`),
  };
}

interface RulesPlace {
  readonly folder: string;
  readonly origin: Origin;
}

function ruleFilesOf({ files, refused }: FolderContent, { folder, origin }: RulesPlace): readonly RuleFile[] {
  let patternsLeft = origin === 'built-in' ? Number.POSITIVE_INFINITY : MAX_PATTERNS;
  const ids = new Set(files.map(({ path }) => idOf(path)));
  const read = files.map(({ path, bytes }): RuleFile => {
    const about = { id: idOf(path), file: printable(`${folder}/${path}`, 400) };
    try {
      const value = parseJson(about.id, bytes);
      refuseOtherId(about.id, value, ids);
      const rule = checkRule(about.id, value, '');
      if (origin !== 'built-in') checkPatterns(rule);
      patternsLeft -= allPatterns(rule).length;
      if (patternsLeft < 0) fail(`with it, the rules here have more than ${MAX_PATTERNS} patterns. Delete some`);
      return { ...about, rule };
    } catch (error) {
      if (!(error instanceof JuiceError)) throw error;
      return { ...about, problem: error.message };
    }
  });
  const unread = refused.map(({ path, reason }): RuleFile => {
    return { id: idOf(path), file: printable(`${folder}/${path}`, 400), problem: `${reason}.` };
  });
  return [...read, ...unread];
}

const idOf = (path: string): string => path.replace(/\.json$/, '');

function fail(message: string): never {
  throw new JuiceError('BAD_RULE', `${message}.`);
}

/** @throws {JuiceError} BAD_RULE: what is wrong, what to write. */
function parseJson(id: string, bytes: Buffer): unknown {
  if (bytes.length > MAX_RULE_BYTES) fail(`it has ${bytes.length} bytes; ${MAX_RULE_BYTES} are allowed`);
  if (!ID.test(id))
    fail(`"${printable(id)}" is no id. Name the file with a-z, 0-9, "-" and "_", as tests/my-tool.json`);
  try {
    return JSON.parse(bytes.toString('utf8'));
  } catch (error) {
    fail(`it is no JSON: ${printable(error instanceof Error ? error.message : String(error))}. Mend it`);
  }
}

/** The path is the id; a file that claims the id of another one would be the second of that id. */
function refuseOtherId(id: string, value: unknown, ids: ReadonlySet<string>): void {
  const claimed = typeof value === 'object' && value !== null && 'id' in value ? value.id : id;
  if (typeof claimed === 'string' && claimed !== id && ids.has(claimed))
    fail(`id: ${claimed} is a duplicate id: ${claimed}.json has it. The path is the id, so delete the key`);
}

/** @throws {JuiceError} BAD_RULE for what is too much, or takes no linear time. */
function checkPatterns(rule: Rule): void {
  const patterns = allPatterns(rule);
  if (patterns.length > MAX_RULE_PATTERNS)
    fail(`it has ${patterns.length} patterns; ${MAX_RULE_PATTERNS} are allowed. Join some`);
  for (const pattern of patterns) checkLinear(pattern);
  if (rule.fixtures.length > MAX_RULE_FIXTURES)
    fail(`fixtures: it names ${rule.fixtures.length}; ${MAX_RULE_FIXTURES} are allowed. Keep those that show most`);
}

/** What only trying again and again can match, outside of sets and escapes. */
const BACKTRACKING = /\\[^\dk]|\[(?:\\.|[^\]\\])*\]|(\(\?(?:=|!|<=|<!)|\\[1-9]|\\k<)/g;

function checkLinear({ key, source }: KeyedPattern): void {
  if (source.length > MAX_PATTERN_CHARS)
    fail(`${printable(key)}: it has ${source.length} characters; ${MAX_PATTERN_CHARS} are allowed. Split it`);
  for (const [, found] of source.matchAll(BACKTRACKING)) {
    if (found === undefined) continue;
    const what = found.startsWith('(') ? 'looking ahead or behind' : 'a back-reference';
    fail(`${printable(key)}: "${found}" is ${what}, which takes no linear time. Write what the line does hold`);
  }
}
