/** Which strings must stand in a text for a pattern to match at all: looked for first, since compiling a pattern costs more. */
import type { AST } from '@eslint-community/regexpp';
import { RegExpParser } from '@eslint-community/regexpp';

/** More strings than this are no quicker than the pattern. */
const MAX_STRINGS = 12;
/** Shorter strings stand in every text. */
const MIN_CHARS = 3;

/**
 * Strings, one of which stands in every text that the pattern matches.
 * @returns undefined where the pattern tells of none that would be of use.
 */
export function needsOf(pattern: string): readonly string[] | undefined {
  const { alternatives } = new RegExpParser().parsePattern(pattern, 0, pattern.length, { unicode: true });
  return needsOfAny(alternatives);
}

function needsOfAny(alternatives: readonly AST.Alternative[]): readonly string[] | undefined {
  const all = new Set<string>();
  for (const alternative of alternatives) {
    const needs = needsOfAll(alternative.elements);
    if (needs === undefined) return undefined;
    for (const each of needs) all.add(each);
  }
  return all.size <= MAX_STRINGS ? [...all] : undefined;
}

/** Of elements that all must match, the best: neighbours that are certain are joined. */
function needsOfAll(elements: readonly AST.Element[]): readonly string[] | undefined {
  let best: readonly string[] | undefined;
  const offer = (strings: readonly string[] | undefined): void => {
    if (strings !== undefined && worthOf(strings) > worthOf(best ?? [])) best = strings;
  };
  let joined: readonly string[] = [''];
  for (const element of elements) {
    const exact = exactlyOf(element);
    const longer = exact === undefined ? undefined : joined.flatMap(start => exact.map(end => start + end));
    if (longer !== undefined && longer.length <= MAX_STRINGS) {
      joined = longer;
      continue;
    }
    offer(joined);
    joined = exact ?? [''];
    if (exact === undefined) offer(needsWithin(element));
  }
  offer(joined);
  return best;
}

/** Long strings are rare, and few are looked for sooner. */
function worthOf(strings: readonly string[]): number {
  const shortest = Math.min(...strings.map(each => each.length));
  return strings.length === 0 || shortest < MIN_CHARS ? 0 : shortest * 4 - strings.length;
}

function needsWithin(element: AST.Element): readonly string[] | undefined {
  if (element.type === 'Group' || element.type === 'CapturingGroup') return needsOfAny(element.alternatives);
  if (element.type === 'Quantifier' && element.min > 0) return needsOfAll([element.element]);
  return undefined;
}

/** All strings that an element matches, where they are few; an assertion takes no room. */
function exactlyOf(element: AST.Element): readonly string[] | undefined {
  switch (element.type) {
    case 'Assertion':
      return [''];
    case 'Character':
      return [String.fromCodePoint(element.value)];
    case 'Group':
    case 'CapturingGroup': {
      const each = element.alternatives.map(({ elements }) => exactlyOfAll(elements));
      const all = each.flatMap(strings => strings ?? []);
      return each.includes(undefined) || all.length > MAX_STRINGS ? undefined : all;
    }
    case 'Quantifier':
      return element.min === 1 && element.max === 1 ? exactlyOf(element.element) : undefined;
    default:
      return undefined;
  }
}

function exactlyOfAll(elements: readonly AST.Element[]): readonly string[] | undefined {
  let joined: readonly string[] = [''];
  for (const element of elements) {
    const exact = exactlyOf(element);
    if (exact === undefined) return undefined;
    joined = joined.flatMap(start => exact.map(end => start + end));
    if (joined.length > MAX_STRINGS) return undefined;
  }
  return joined;
}
