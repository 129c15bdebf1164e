/** What a run is: which rule, which shape, from the command and the first 16 KiB of output. */
import type { Shape } from '../line.js';
import type { SimpleCommand } from '../rules/match.js';
import { parseCommand } from './command.js';
import { sniff } from './sniff.js';

/** The rules engine, as far as it is needed here; handed in, so that this folder knows no rule. */
export interface RuleBook<Found extends FoundRule> {
  byCommand(command: SimpleCommand): Found | undefined;
  /** The surest first. */
  byOutput(text: string): readonly Found[];
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
  /** Rules of other tools that the output shows too: one program may run several. */
  readonly others: readonly Found[];
  readonly shape: Shape;
  readonly confidence: number;
  /** How it was found, for `--trace`. */
  readonly why: string;
}

/** The first 16 KiB, rendered. */
export interface Seen {
  /** Lines without what a runner writes before them. */
  readonly lines: readonly string[];
  readonly whole: readonly string[];
}

/**
 * Command first, output second, looks last. A list of several commands is known by its output alone, and so is a
 * pipeline whose later stages change the text's form.
 */
export function classify<Found extends FoundRule>(
  book: RuleBook<Found>,
  { lines, whole }: Seen,
  commandText: string | undefined,
): Classification<Found> {
  const parsed = commandText === undefined ? undefined : parseCommand(commandText);
  const only = parsed?.commands.length === 1 && !parsed.isFiltered ? parsed.commands[0] : undefined;
  const byCommand = only === undefined ? undefined : book.byCommand(only);
  const isSure = byCommand !== undefined && !doesYield(byCommand, lines);
  if (isSure && byCommand.shape !== 'verdict') return result(byCommand, []);
  // A runner's rule knows whole lines, a tool's what stands behind the lead.
  const byOutput = book.byOutput((whole === lines ? lines : [...lines, ...whole]).join('\n'));
  const rule = isSure ? byCommand : byOutput[0];
  if (rule !== undefined) return result(rule, byOutput);
  const { shape, why } = sniff(lines);
  return { rule: undefined, others: [], shape, confidence: 0.3, why };
}

const doesYield = ({ yields }: FoundRule, lines: readonly string[]): boolean =>
  yields.length > 0 && yields.includes(sniff(lines).shape);

function result<Found extends FoundRule>(rule: Found, byOutput: readonly Found[]): Classification<Found> {
  const others = byOutput.filter(({ id, shape }) => id !== rule.id && shape === 'verdict');
  const also = others.length === 0 ? '' : `; also ${others.map(({ id }) => id).join(', ')}`;
  return {
    rule,
    others: rule.shape === 'verdict' ? others : [],
    shape: rule.shape,
    confidence: rule.confidence,
    why: rule.why + also,
  };
}
