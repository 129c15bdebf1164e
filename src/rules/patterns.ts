/** Every pattern of a rule, with the key that it stands under. */
import type { Patterns, Rule } from './rule.js';

export interface KeyedPattern {
  /** As a message names it: `drop.passed`. */
  readonly key: string;
  readonly source: string;
}

const keyed = (at: string, patterns: Patterns | undefined): readonly KeyedPattern[] =>
  Object.entries(patterns ?? {}).map(([name, source]) => ({ key: `${at}.${name}`, source }));

/** Patterns that are asked about one line. */
export function linePatterns(
  rule: Pick<Rule, 'drop' | 'keep' | 'benign' | 'sections' | 'headings' | 'onFailure' | 'once'>,
): readonly KeyedPattern[] {
  const sections = Object.entries(rule.sections ?? {}).flatMap(([name, section]) => [
    { key: `sections.${name}.start`, source: section.start },
    ...(section.end === undefined ? [] : [{ key: `sections.${name}.end`, source: section.end }]),
    ...(section.inside === undefined ? [] : [{ key: `sections.${name}.inside`, source: section.inside }]),
    ...keyed(`sections.${name}.drop`, section.drop),
    ...keyed(`sections.${name}.keep`, section.keep),
  ]);
  return [
    ...keyed('drop', rule.drop),
    ...keyed('keep', rule.keep),
    ...keyed('benign', rule.benign),
    ...sections,
    ...keyed('headings', rule.headings),
    ...keyed('onFailure.seen', rule.onFailure?.seen),
    ...keyed('onFailure.drop', rule.onFailure?.drop),
    ...keyed('once.seen', rule.once?.seen),
    ...keyed('once.drop', rule.once?.drop),
  ];
}

/** Patterns that are asked about the first 16 KiB. */
export const signaturePatterns = ({ match }: Pick<Rule, 'match'>): readonly KeyedPattern[] =>
  keyed('match.output.signatures', match.output?.signatures);

/** Patterns that are asked about a command's arguments. */
export const argumentPatterns = ({ match }: Pick<Rule, 'match'>): readonly KeyedPattern[] =>
  (match.command ?? []).flatMap(({ args }, index) =>
    args === undefined ? [] : [{ key: `match.command.${index}.args`, source: args }],
  );

export const allPatterns = (rule: Rule): readonly KeyedPattern[] => [
  ...argumentPatterns(rule),
  ...signaturePatterns(rule),
  ...linePatterns(rule),
];
