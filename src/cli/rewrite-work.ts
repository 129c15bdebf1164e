/** What becomes of a shell command before it runs, where its user has asked for that: a bundle of its own in dist. */
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { isLeftOpen, joinRules, NO_RULES } from '../hosts/command-rules.js';
import { valueAt } from '../hosts/edit/json-entry.js';
import { isAnything, readHostFile } from '../hosts/files.js';
import type { CommandRules, Places, Rewriting, ShellCall, Variables } from '../hosts/host.js';
import { rewriteCommand } from '../hosts/rewrite-command.js';
import { fieldsOf } from '../hosts/values.js';
import type { Environment } from './env.js';
import { canRun, placesFor } from './host-places.js';

export interface RewriteCall {
  readonly rewriting: Rewriting;
  readonly call: ShellCall;
  readonly environment: Environment;
  /** Words of a shell that run us. */
  readonly program: string;
  readonly profile: string | undefined;
}

/** Undefined: it is to run as it is written. */
export function rewritten({ rewriting, call, environment, program, profile }: RewriteCall): string | undefined {
  const wrapper = [program, 'wrap', ...(profile === undefined ? [] : ['--profile', profile]), '--'].join(' ');
  const places = placesOfRules(environment, call.project ?? call.cwd);
  const command = rewriteCommand(call.command, {
    wrapper,
    canRun: name => canRun(name, environment.all.PATH) && !isOfShell(name, rewriting.startFiles?.(places)),
  });
  if (command === undefined) return undefined;
  const found = rulesFor(rewriting, places, environment.all);
  if (found.kind === 'unread') return undefined;
  const own = { ...NO_RULES, asksNothing: call.asksNothing };
  const rules = joinRules([own, ...found.rules]);
  const part = command.slice(command.indexOf(wrapper) + wrapper.length + 1);
  return isLeftOpen({ original: call.command, wrapper, part }, rules) ? command : undefined;
}

/** The newest of them are looked at: a session's own may be any. */
const MAX_START_FILES = 12;

/** Whether a shell may take the name for a function or an alias of its user's. What cannot be read may hold one. */
function isOfShell(name: string, folder: string | undefined): boolean {
  if (folder === undefined || !isAnything(folder)) return false;
  const word = name.replace(/[.+]/g, '\\$&');
  const defines = new RegExp(
    String.raw`^[ \t]*(?:(?:function[ \t]+)?['"]?${word}['"]?[ \t]*\(\)|function[ \t]+${word}\b|alias\b.*[ \t'"]${word}['"]?=)`,
    'm',
  );
  try {
    const names = readdirSync(folder).filter(each => each.endsWith('.sh'));
    const newest = names.map(each => join(folder, each)).sort((a, b) => statSync(b).mtimeMs - statSync(a).mtimeMs);
    return newest.slice(0, MAX_START_FILES).some(path => defines.test(decoded(readHostFile(path).text ?? '')));
  } catch {
    return true;
  }
}

/** Functions may stand there as `eval "$(echo 'BASE64' | base64 -d)"`. */
const decoded = (text: string): string =>
  text.replace(
    /echo '([A-Za-z0-9+/=\s]{8,})' \| base64 -d/g,
    (_all, code: string) => `\n${Buffer.from(code, 'base64').toString('utf8')}\n`,
  );

export const placesOfRules = (environment: Environment, cwd: string | undefined): Places =>
  placesFor({ ...environment, cwd }, { isProject: true, program: 'tinyjuice', profile: undefined });

export type FoundRules =
  | { readonly kind: 'read'; readonly rules: readonly CommandRules[] }
  | { readonly kind: 'unread'; readonly why: string };

/** All rules that hold, or why they cannot be known. */
export function rulesFor(rewriting: Rewriting, places: Places, variables: Variables): FoundRules {
  const closed = rewriting.closed.find(isAnything);
  if (closed !== undefined) return { kind: 'unread', why: `${closed} may hold rules that are not read` };
  const rules: CommandRules[] = [];
  const files = new Map(rewriting.rules(places).map(file => [file.path, file]));
  for (const { path, read } of files.values()) {
    const { text } = readHostFile(path);
    const found = text === undefined ? NO_RULES : read(fieldsOf(valueAt(text, path, [])));
    if (found === undefined) return { kind: 'unread', why: `${path} holds what cannot be judged from outside` };
    rules.push(found);
  }
  const { started } = rewriting;
  const pid = started?.pid(variables);
  if (started === undefined || pid === '') return { kind: 'read', rules };
  const words = pid === undefined ? undefined : wordsOfProcess(pid);
  const found = words === undefined ? undefined : started.read(words);
  if (found === undefined) return { kind: 'unread', why: 'how the host was started cannot be judged from outside' };
  return { kind: 'read', rules: [...rules, found] };
}

/** The words that a process was started with; undefined: the system does not tell for certain. */
function wordsOfProcess(pid: string): readonly string[] | undefined {
  if (!/^\d+$/.test(pid)) return undefined;
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0').slice(1, -1);
  } catch {
    // another system
  }
  try {
    const text = execFileSync('ps', ['-ww', '-o', 'args=', '-p', pid], { encoding: 'utf8', timeout: 1_000 });
    // Where a word ends is not told there.
    return /tools|settings/i.test(text) ? undefined : [];
  } catch {
    return undefined; // it has ended, or there is no such program
  }
}
