/**
 * All that is set, for one run or a session: defaults, then the user's file, the project's, the environment, the caller.
 * A bundle of its own in dist, since most machines have no configuration.
 */
import { readFileSync, type Stats, statSync } from 'node:fs';
import { errnoOf } from '../errors.js';
import { printable } from '../text/printable.js';
import { shown } from './check-value.js';
import { isKey, KEYS, keyNames } from './keys.js';
import { EMPTY_LAYER, isTable, type Layer, type Problem, readTree, type Source } from './layer.js';
import { linesOf } from './problem-text.js';
import { type Settings, settingsOf, type Values } from './settings.js';
import { MAX_FILE_BYTES, readToml } from './toml-layer.js';
import { readVariables, settingVariables, type Variables } from './variables.js';

/** The `config.toml` of a project that the user trusts. */
export interface ProjectFile {
  readonly path: string;
  readonly bytes: Buffer;
}

/** Where settings are looked for. */
export interface SettingsPlaces {
  /** `$XDG_CONFIG_HOME/tinyjuice/config.toml`; it need not be there. */
  readonly userFile: string;
  readonly variables: Variables;
  /** For a `~` in paths. */
  readonly home: string;
  /** Undefined: no project, or none that may be used. */
  readonly project?: {
    /** Changes whenever `read` might give something else; cheaper than it. */
    stamp(): string;
    read(): ProjectFile | undefined;
  };
  /** What a caller has set, as `Settings` writes it; a part of that will do. It goes before all else. */
  readonly given?: unknown;
}

export interface Loaded {
  readonly settings: Settings;
  /** The same by key, without what has its default. */
  readonly values: Values;
  /** Of every key as TOML writes it, and of `agents.NAME.KEY` where an agent has its own. */
  readonly sources: Readonly<Record<string, Source>>;
  readonly problems: readonly Problem[];
  /** Every folder that some place names for originals, the one that is used first. */
  readonly storeDirs: readonly string[];
  /** As long as it is the same, so is all the rest. */
  readonly stamp: string;
}

export interface LoadOptions {
  /** Takes one line for stderr; not called for what `last` has said already. */
  say(message: string): void;
  /** What was loaded before: given back as it is where nothing has changed. */
  readonly last?: Loaded | undefined;
}

/** Reads all places, and says what of them cannot be used. Cheap where nothing has changed since `last`. Never throws. */
export async function loadSettings(places: SettingsPlaces, { say, last }: LoadOptions): Promise<Loaded> {
  const stamp = stampOf(places);
  if (last?.stamp === stamp) return last;
  const loaded = { ...join(layersOf(places)), stamp };
  const before = new Set(last === undefined ? [] : linesOf(last.problems));
  for (const line of linesOf(loaded.problems)) if (!before.has(line)) say(line);
  return loaded;
}

/** What a project's file sets, before anybody trusts it. */
export const readProjectFile = (file: ProjectFile, home: string): Layer =>
  readToml({ layer: 'project', ...file, home });

function stampOf({ userFile, variables, project, given }: SettingsPlaces): string {
  const file = statOf(userFile);
  const set = settingVariables(variables).map(name => [name, variables[name]]);
  const fileStamp = file instanceof Error ? errnoOf(file) : [file?.mtimeMs, file?.ctimeMs, file?.size, file?.ino];
  return JSON.stringify([fileStamp, set, project?.stamp(), given]);
}

/** Undefined: nothing is there. */
function statOf(path: string): Stats | Error | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false });
  } catch (error) {
    return errnoOf(error) === 'ENOTDIR' ? undefined : error instanceof Error ? error : new Error(String(error));
  }
}

/** The weakest first. */
function layersOf({ userFile, variables, home, project, given }: SettingsPlaces): readonly Layer[] {
  const file = project?.read();
  return [
    readUserFile(userFile, home),
    file === undefined ? EMPTY_LAYER : readProjectFile(file, home),
    readVariables(variables, home),
    given === undefined ? EMPTY_LAYER : readGiven(given, home),
  ];
}

function readUserFile(path: string, home: string): Layer {
  const stats = statOf(path);
  if (stats === undefined) return EMPTY_LAYER;
  const unread = (reason: string): Layer => {
    const source: Source = { layer: 'user', file: printable(path, 400) };
    const message = `${reason}. Nothing in it is used.`;
    return { ...EMPTY_LAYER, problems: [{ source, key: undefined, isUnknownKey: false, message }] };
  };
  if (stats instanceof Error) return unread(`it cannot be read (${errnoOf(stats) ?? 'no reason given'})`);
  // A pipe would hold us up for ever.
  if (!stats.isFile()) return unread('it is no file');
  if (stats.size > MAX_FILE_BYTES) return unread(`it has ${stats.size} bytes; ${MAX_FILE_BYTES} are allowed`);
  try {
    return readToml({ layer: 'user', path, bytes: readFileSync(path), home });
  } catch (error) {
    return unread(`it cannot be read (${errnoOf(error) ?? 'no reason given'})`);
  }
}

function readGiven(given: unknown, home: string): Layer {
  const source: Source = { layer: 'given' };
  if (!isTable(given)) {
    const message = `${shown(given)} is no object of settings. It is not used.`;
    return { ...EMPTY_LAYER, problems: [{ source, key: undefined, isUnknownKey: false, message }] };
  }
  return readTree({ values: given, above: ['config'], style: 'camel', sourceOf: () => source, home });
}

const DEFAULT: Source = { layer: 'default' };

function join(layers: readonly Layer[]): Omit<Loaded, 'stamp'> {
  const entries = new Map(layers.flatMap(({ entries }) => [...entries]));
  const values = new Map([...entries].map(([key, { value }]) => [key, value] as const));
  const ofAgents = [...entries.keys()].filter(key => !isKey(key));
  const sources = [...keyNames, ...ofAgents].map(key => [key, entries.get(key)?.source ?? DEFAULT] as const);
  const dirs = layers.map(({ entries }) => entries.get('ccr.dir')?.value).filter(dir => typeof dir === 'string');
  return {
    settings: settingsOf(values),
    values,
    sources: Object.fromEntries(sources),
    problems: layers.flatMap(({ problems }) => problems).map(problem => withUsed(problem, values)),
    storeDirs: [...new Set(dirs.reverse())],
  };
}

/** Says what is used instead of a value that cannot be. */
function withUsed(problem: Problem, values: Values): Problem {
  const { setting } = problem;
  if (setting === undefined) return problem;
  const used = values.has(setting) || !isKey(setting) ? values.get(setting) : KEYS[setting].preset;
  const text = used === undefined ? 'It is not used.' : `${shown(used)} is used.`;
  return { ...problem, message: `${problem.message} ${text}` };
}
