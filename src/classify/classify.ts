/** What a run is: which rule, which shape, from the command and the first 16 KiB of output. */
import type { Shape } from '../line.js';
import type { SimpleCommand } from '../rules/match.js';
import { parseCommand } from './command.js';
import { sniff } from './sniff.js';

/** The rules engine, as far as it is needed here; handed in, so that this folder knows no rule. */
export interface RuleBook<Found extends FoundRule> {
  byCommand(command: SimpleCommand): Found | undefined;
  byOutput(text: string): Found | undefined;
}

export interface FoundRule {
  readonly id: string;
  readonly shape: Shape;
  readonly confidence: number;
  readonly why: string;
  /** Shapes that go before it where the text looks so. */
  readonly yields: readonly Shape[];
}

export interface Classification<Found extends FoundRule> {
  readonly rule: Found | undefined;
  readonly shape: Shape;
  readonly confidence: number;
  /** How it was found, for `--trace`. */
  readonly why: string;
}

/**
 * Command first, output second, looks last. A list of several commands is known by its output alone, and so is a
 * pipeline whose later stages change the text's form.
 */
export function classify<Found extends FoundRule>(
  book: RuleBook<Found>,
  lines: readonly string[],
  commandText: string | undefined,
): Classification<Found> {
  const parsed = commandText === undefined ? undefined : parseCommand(commandText);
  const only = parsed?.commands.length === 1 && !parsed.isFiltered ? parsed.commands[0] : undefined;
  const byCommand = only === undefined ? undefined : book.byCommand(only);
  if (byCommand !== undefined && !doesYield(byCommand, lines)) return result(byCommand);
  const byOutput = book.byOutput(lines.join('\n'));
  if (byOutput !== undefined) return result(byOutput);
  const { shape, why } = sniff(lines);
  return { rule: undefined, shape, confidence: 0.3, why };
}

const doesYield = ({ yields }: FoundRule, lines: readonly string[]): boolean =>
  yields.length > 0 && yields.includes(sniff(lines).shape);

const result = <Found extends FoundRule>(rule: Found): Classification<Found> => ({
  rule,
  shape: rule.shape,
  confidence: rule.confidence,
  why: rule.why,
});
