/** What a host's user lets its shell run, and whether a rewritten command means the same to those rules. */
import type { CommandRules } from './host.js';

export interface RewrittenCommand {
  readonly original: string;
  /** Our words before the program. */
  readonly wrapper: string;
  /** The program and all behind it, as the original has it. */
  readonly part: string;
}

/**
 * Whether the rules say of a rewritten command what they say of the original: it is allowed outright, and nothing that is
 * forbidden or asked for could be meant. A rule that names any word of either leaves the command as it is.
 */
export function isLeftOpen({ original, wrapper, part }: RewrittenCommand, rules: CommandRules): boolean {
  const rewritten = `${wrapper} ${part}`;
  const words = new Set([...wordsOf(original), ...wordsOf(rewritten)]);
  if ([...rules.deny, ...rules.ask].some(rule => names(rule, words))) return false;
  if (rules.asksNothing) return true;
  const isAllowed = (text: string): boolean => rules.allow.some(rule => patternOf(rule).test(text));
  const allowing = rules.allow.filter(rule => patternOf(rule).test(rewritten));
  // Whoever lets us run anything has not said so of the program: that would have been asked for.
  return allowing.some(rule => headOf(rule).length > wrapper.length + 1) || (allowing.length > 0 && isAllowed(part));
}

/** What a rule says word by word. */
const headOf = (rule: string): string => rule.trim().replace(/\*[\s\S]*$/, '');

/** One set of rules of several places. */
export const joinRules = (all: readonly CommandRules[]): CommandRules => ({
  allow: all.flatMap(({ allow }) => allow),
  ask: all.flatMap(({ ask }) => ask),
  deny: all.flatMap(({ deny }) => deny),
  asksNothing: all.some(({ asksNothing }) => asksNothing),
});

export const NO_RULES: CommandRules = { allow: [], ask: [], deny: [], asksNothing: false };

/** Every word of a text, and the last part of each path in it. */
const wordsOf = (text: string): readonly string[] =>
  text.split(/[^\w./@+:-]+/).flatMap(word => [word, word.slice(word.lastIndexOf('/') + 1)]);

/** Whether the word that a rule begins with is among these; a rule that begins with anything names all. */
function names(rule: string, words: ReadonlySet<string>): boolean {
  const first = /^[\w./@+:-]*/.exec(rule.trim())?.[0] ?? '';
  const next = rule.trim()[first.length];
  if (first === '' || next === '?' || next === '[') return true;
  const base = first.slice(first.lastIndexOf('/') + 1);
  if (next === '*') return base === '' || [...words].some(word => word.startsWith(first) || word.startsWith(base));
  return words.has(first) || words.has(base);
}

/** A rule as the text of a command, `*` for anything. */
function patternOf(rule: string): RegExp {
  const parts = rule.trim().split('*');
  return new RegExp(`^${parts.map(part => part.replace(/[.+?^${}()|[\]\\]/g, '\\$&')).join('[\\s\\S]*')}$`);
}
