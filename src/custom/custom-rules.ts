/** The rules that are not built in, of the user and of the project that a run stands in. */
import { realpathSync } from 'node:fs';
import { JuiceError } from '../errors.js';
import { printable } from '../text/printable.js';
import { type Layer, readLayer } from './layer.js';
import { type CustomRule, loadLayer } from './load.js';
import { openMeter } from './meter.js';
import { findRoot, isWithin, type Project, readProject } from './project.js';
import { readTrust, type TrustList, writeTrust } from './trust.js';

export interface CustomPlaces {
  /** Holds the user's `rules` and `fixtures`. */
  readonly userFolder: string;
  readonly trustFile: string;
  /** Where the run stands, without links in it; undefined where that folder is gone. */
  readonly cwd: string | undefined;
}

/** Takes one line for stderr. */
export type Say = (message: string) => void;

export interface CustomRun {
  readonly say: Say;
  /** Milliseconds from some start. */
  nowMs(): number;
}

/**
 * The rules of this run, those of the project first. What cannot be used is said, and left out. Reads a project only
 * where it is trusted, or was; one whose content has changed since is told of once for each change.
 * @param found what `trustedProject` gave, where that has been asked already.
 */
export async function openCustomRules(
  places: CustomPlaces,
  run: CustomRun,
  { project }: { readonly project: Project | undefined } = { project: trustedProject(places, run.say) },
): Promise<readonly CustomRule[]> {
  const layers = [...(project === undefined ? [] : [project.layer]), readUserLayer(places)];
  return loadLayers(layers, run);
}

/** Makes the rules of some layers ready to be asked; of two with one id, the first stands. */
export async function loadLayers(layers: readonly Layer[], { say, nowMs }: CustomRun): Promise<readonly CustomRule[]> {
  if (layers.every(({ files }) => files.length === 0)) return [];
  const { compileLinear } = await import('./linear.js');
  const meter = openMeter(nowMs, () =>
    say(
      'the patterns of custom rules have taken too much time: they are not asked any more. tinyjuice verify names them.',
    ),
  );
  const seen = new Set<string>();
  return layers
    .flatMap(layer => loadLayer(layer, { compile: compileLinear, meter, say }))
    .filter(({ head }) => !seen.has(head.id) && seen.add(head.id));
}

/** The user's own rules; the folder itself may be a link (dotfiles often are), nothing in it may. */
export function readUserLayer({ userFolder }: Pick<CustomPlaces, 'userFolder'>): Layer {
  return readLayer('user', realOf(userFolder));
}

function realOf(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path; // not there: the layer is empty
  }
}

/** The project that the run stands in, if the user trusts what it holds now. */
export function trustedProject({ trustFile, cwd }: CustomPlaces, say: Say): Project | undefined {
  const trust = readTrustOrSay(trustFile, say);
  if (cwd === undefined || ![...trust.keys()].some(root => isWithin(cwd, root))) return undefined;
  const root = findRoot(cwd);
  const known = root === undefined ? undefined : trust.get(root);
  if (root === undefined || known === undefined) return undefined;
  const project = readProject(root, trust);
  if (project.state === 'trusted') return project;
  if (known.toldOf !== project.snapshot.sha256) tellOfChange(project, { trust, trustFile, say });
  return undefined;
}

interface Telling {
  readonly trust: TrustList;
  readonly trustFile: string;
  readonly say: Say;
}

function tellOfChange({ root, folder, snapshot }: Project, { trust, trustFile, say }: Telling): void {
  say(
    printable(
      `${folder} has changed since you trusted it: its rules and settings do nothing now. Look at it, then run: tinyjuice trust ${root}`,
      800,
    ),
  );
  const known = trust.get(root);
  if (known === undefined || snapshot.sha256 === '') return;
  try {
    writeTrust(trustFile, new Map([...trust, [root, { ...known, toldOf: snapshot.sha256 }]]));
  } catch (error) {
    void error; // It is told again on the next run.
  }
}

function readTrustOrSay(trustFile: string, say: Say): TrustList {
  try {
    return readTrust(trustFile);
  } catch (error) {
    if (!(error instanceof JuiceError)) throw error;
    say(error.message);
    return new Map();
  }
}
