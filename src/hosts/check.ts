/** What `doctor` says of a host: whether our hook stands where it should, and whether it is run. */
import { parse as parseToml } from 'smol-toml';
import { JuiceError } from '../errors.js';
import { printable } from '../text/printable.js';
import { type Competitor, competitorsOf } from './competitors.js';
import { entriesOf, listOf, valueAt } from './edit/json-entry.js';
import { refusal } from './edit/json-tree.js';
import { blockOf } from './edit/text-block.js';
import { readHostFile } from './files.js';
import type { Edit, Host, Json, Places, Trust } from './host.js';
import { isOursFor, isOursIn, textsIn } from './ours.js';
import { commandInPlugin } from './plugin-text.js';
import { type Agreement, agreementOn } from './trust.js';
import { fieldsOf } from './values.js';

/** One thing that was found. As a doctor's finding, without its name. */
export interface HostFinding {
  readonly state: 'ok' | 'warn' | 'broken' | 'disabled';
  readonly says: string;
  readonly repair?: string;
}

const MAX_SHOWN_CHARS = 400;

export interface CheckOptions {
  readonly places: Places;
  /** Whether a program can be run: by its path, or by its name. */
  canRun(program: string): boolean;
  /** How a path is shown. */
  show(path: string): string;
}

/** The command of our hook as it stands in the host's settings; undefined: it does not. */
export function installedCommand(host: Host, places: Places): string | undefined {
  for (const edit of host.edits(places)) {
    const { text } = readHostFile(edit.path, true);
    const found = text === undefined ? undefined : commandIn(host, edit, text);
    if (found !== undefined) return found;
  }
  return undefined;
}

function commandIn(host: Host, edit: Edit, text: string): string | undefined {
  const isOurs = isOursFor(host.name);
  if (edit.kind === 'file') return commandInPlugin(text);
  return edit.kind === 'json-entry'
    ? textsIn(entriesOf(text, { ...edit, isOurs: isOursIn(edit, host.name) })).find(isOurs)
    : undefined;
}

/** Never throws for what stands in a file of the host. What is only made where it is asked for is looked at where it is there. */
export function checkHost(host: Host, options: CheckOptions): readonly HostFinding[] {
  const edits = host.edits(options.places);
  if (edits.length === 0) return [{ state: 'ok', says: 'it asks us by itself: nothing is to be installed' }];
  const findings = [...edits, ...rewritingEdits(host, options.places)].flatMap(edit => {
    try {
      return checkEdit(host, edit, options);
    } catch (error) {
      if (!(error instanceof JuiceError)) throw error;
      const path = pathsOf(host, edit, options).find(each => error.message.startsWith(`${each}:`)) ?? edit.path;
      const shown = options.show(path);
      return [{ state: 'broken' as const, says: error.message.replace(path, shown), repair: editing(shown) }];
    }
  });
  if (host.hook === undefined) return findings;
  return [...findings, ...competitorsOf(host, options.places).map(each => findingOf(each, options))];
}

/** Files that are looked at for an edit; each refusal begins with the one that it is about. */
const pathsOf = (host: Host, edit: Edit, { places }: CheckOptions): readonly string[] => [
  edit.path,
  ...[host.trust?.(places).path].filter(path => path !== undefined),
];

const findingOf = ({ name, path }: Competitor, { show }: CheckOptions): HostFinding => ({
  state: 'warn',
  says: `${show(path)}: ${name} changes the same outputs, or the commands before them`,
});

/** For what only a person can decide. @param shown with variables of the shell in it. */
const editing = (shown: string): string => `\${EDITOR:-vi} "${shown}"`;

/** Where the host itself is to be asked. */
function startOf(host: Host, { places }: CheckOptions): Pick<HostFinding, 'repair'> {
  const [repair] = host.signs(places).programs;
  return repair === undefined ? {} : { repair };
}

/** Edits that let commands be rewritten, as far as they have been made. */
export function rewritingEdits(host: Host, places: Places): readonly Edit[] {
  return (host.rewriting?.edits(places) ?? []).filter(edit => {
    try {
      return found(host, edit, readHostFile(edit.path, true).text ?? '') !== 'none';
    } catch {
      return false; // a file that cannot be read is told of once
    }
  });
}

function checkEdit(host: Host, edit: Edit, options: CheckOptions): readonly HostFinding[] {
  const isWithRewriting = rewritingEdits(host, options.places).length > 0;
  const flags = `${options.places.project === undefined ? '' : ' --project'}${isWithRewriting ? ' --rewrite' : ''}`;
  const install = `tinyjuice install ${host.name}${flags}`;
  const where = options.show(edit.path);
  const { text = '' } = readHostFile(edit.path, true);
  const has = found(host, edit, text);
  if (has === 'none') return [{ state: 'disabled', says: `not installed in ${where}`, repair: install }];
  const findings: HostFinding[] = [];
  if (has === 'other')
    findings.push({
      state: 'warn',
      says: `${where}: not as this version writes it${differenceIn(host, edit, text)}`,
      repair: install,
    });
  const missing = programsIn(host, edit, text).find(program => !options.canRun(program));
  if (missing !== undefined)
    findings.push({
      state: 'broken',
      says: `${where} runs ${options.show(missing)}, which cannot be run`,
      repair: install,
    });
  for (const { path, at, is } of host.switches?.(options.places) ?? []) {
    if (isSwitchedTo(path, at, is))
      findings.push({
        state: 'disabled',
        says: `${options.show(path)}: ${at.join('.')} = ${JSON.stringify(is)}`,
        repair: editing(options.show(path)),
      });
  }
  const trust = host.trust?.(options.places);
  if (trust !== undefined && edit.kind === 'json-entry') {
    const says = SKIPPED[agreement({ host, edit, text, trust, isSame: has === 'same' })];
    if (says !== undefined)
      findings.push({ state: 'disabled', says: `${where}: ${says}: ${trust.how}`, ...startOf(host, options) });
  }
  const isExtra = edit.kind === 'json-entry' && !isUsual(host, edit, options.places);
  return findings.length > 0
    ? findings
    : [{ state: 'ok', says: `${where}: ${isExtra ? 'may rewrite commands' : 'installed'}` }];
}

const isUsual = (host: Host, { at }: Extract<Edit, { kind: 'json-entry' }>, places: Places): boolean =>
  host.edits(places).some(edit => edit.kind === 'json-entry' && edit.at.join() === at.join());

function found(host: Host, edit: Edit, text: string): 'same' | 'other' | 'none' {
  switch (edit.kind) {
    case 'json-entry': {
      const isOurs = isOursIn(edit, host.name);
      const [first, ...more] = entriesOf(text, { ...edit, isOurs });
      if (first === undefined) return 'none';
      return more.length === 0 && withoutProgram(first, isOurs) === withoutProgram(edit.entry, isOurs)
        ? 'same'
        : 'other';
    }
    case 'text-block': {
      const block = blockOf(edit.path, text);
      return block === undefined ? 'none' : block === edit.text.trim() ? 'same' : 'other';
    }
    case 'file': {
      const [has, wanted] = [commandInPlugin(text), commandInPlugin(edit.text)];
      const isSame = edit.text === text.replace(JSON.stringify(has), JSON.stringify(wanted));
      return text === '' ? 'none' : isSame ? 'same' : 'other';
    }
    default: {
      const never: never = edit;
      return never;
    }
  }
}

/** What was found, and what was expected: of a plugin and of a note, only that they differ. */
function differenceIn(host: Host, edit: Edit, text: string): string {
  if (edit.kind !== 'json-entry') return '';
  const shown = (value: unknown): string => printable(JSON.stringify(value), MAX_SHOWN_CHARS);
  const entries = entriesOf(text, { ...edit, isOurs: isOursIn(edit, host.name) });
  return `: found ${entries.map(shown).join(' and ')}, expected ${shown(edit.entry)}`;
}

/** Why the host does not run it. */
const SKIPPED: Readonly<Record<Agreement, string | undefined>> = {
  agreed: undefined,
  open: 'the host skips it until its user agrees',
  changed: 'the host skips it, for it has changed since its user agreed',
  off: 'its user has switched it off in the host',
};

interface Agreed {
  readonly host: Host;
  readonly edit: Extract<Edit, { kind: 'json-entry' }>;
  readonly text: string;
  readonly trust: Trust;
  /** It is as we write it. */
  readonly isSame: boolean;
}

function agreement({ host, edit, text, trust, isSame }: Agreed): Agreement {
  const list = listOf(text, edit);
  const index = list.findIndex(isOursFor(host.name));
  const file = readHostFile(trust.path, true).text;
  const remembered = file === undefined ? undefined : fieldsOf(valueIn(trust.path, file, trust.at))[trust.key(index)];
  return agreementOn(remembered, trust, isSame ? (list[index] as Json) : undefined);
}

/** A file that is not ours to write may be a link, or broken: the host will tell of that itself. */
function isSwitchedTo(path: string, at: readonly string[], is: Json): boolean {
  try {
    const { text } = readHostFile(path, true);
    const value = text === undefined ? undefined : valueIn(path, text, at);
    return Array.isArray(value) ? value.includes(is) : value === is;
  } catch {
    return false;
  }
}

/** A file's value at a place. */
function valueIn(path: string, file: string, at: readonly string[]): unknown {
  if (!path.endsWith('.toml')) return valueAt(file, path, at);
  try {
    return at.reduce<unknown>((value, name) => fieldsOf(value)[name], parseToml(file));
  } catch (error) {
    throw refusal(path, `it is no TOML (${error instanceof Error ? error.message.split('\n')[0] : 'no reason given'})`);
  }
}

/** Which program it is that runs the hook, and with which profile, is its user's choice. */
const withoutProgram = (entry: unknown, isOurs: (value: unknown) => boolean): string =>
  JSON.stringify(entry, (_key, value: unknown) =>
    typeof value === 'string' && isOurs(value) ? value.replace(/^.* (hook \S+).*$/s, '$1') : value,
  );

/** The words of our command before `hook`: a program, and a script where it needs one. */
function programsIn(host: Host, edit: Edit, text: string): readonly string[] {
  const command = commandIn(host, edit, text)?.replace(/ hook .*$/s, '') ?? '';
  const words = command.match(/(?:'[^']*'|"[^"]*"|\\.|[^\s'"\\])+/g) ?? [];
  return words.map(word => word.replace(/'([^']*)'|"([^"]*)"|\\(.)/g, '$1$2$3'));
}
