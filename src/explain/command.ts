/** Which rule a command's output would meet, and what that rule would do with it. */
import { policyFor } from '../clamp/policy.js';
import { ruleOfCommand } from '../classify/classify.js';
import { type ParsedCommand, parseCommand } from '../classify/command.js';
import type { Tuning } from '../juice/tuning.js';
import type { Shape } from '../line.js';
import { type Book, type BookRule, isGenericId } from '../rules/book.js';
import type { Origin, RuleBody } from '../rules/rule.js';

/** A rule that would be used. */
export interface ExplainedRule {
  readonly id: string;
  readonly origin: Origin;
  readonly family: string;
  readonly shape: Shape;
  /** Shapes that go before it where the text looks so. */
  readonly yields: readonly Shape[];
  readonly body: RuleBody;
}

/** Characters of output by what they hold. */
export interface ExplainedLimits {
  readonly plainChars: number;
  readonly evidenceChars: number;
  readonly tailChars: number;
}

export interface ExplainedCommand {
  /** Programs that speak, without what only starts them. */
  readonly programs: readonly string[];
  readonly rule: ExplainedRule | undefined;
  readonly why: string;
  readonly shape: Shape;
  readonly canOmit: boolean;
  readonly limits: ExplainedLimits;
  /** Noise of no tool, which any output of this shape may hold. */
  readonly generic: readonly ExplainedRule[];
}

export async function explainCommand(
  book: Book,
  command: string | readonly string[],
  { inlineChars }: Tuning = {},
): Promise<ExplainedCommand> {
  const parsed = await parseCommand(command);
  const said = ruleOfCommand(book, parsed, () => undefined);
  const { rule } = said;
  const shape = said.shape ?? 'unknown';
  const policy = policyFor({ shape, kind: said.kind }, true, { inlineChars });
  const { calmPlainChars: plainChars, evidenceChars, tailChars, canOmit } = policy;
  return {
    programs: parsed.commands.map(({ program }) => program),
    rule: rule === undefined ? undefined : explainRule(rule.loaded),
    why: said.why === '' ? whyNot(parsed) : said.why,
    shape,
    canOmit,
    limits: { plainChars, evidenceChars, tailChars },
    generic: shape === 'document' || shape === 'enumeration' ? [] : genericRules(book),
  };
}

const genericRules = (book: Book): readonly ExplainedRule[] =>
  book.rules.filter(({ head }) => isGenericId(head.id)).map(explainRule);

function explainRule(loaded: BookRule['loaded']): ExplainedRule {
  const { id, family, shape, yields = [] } = loaded.head;
  return { id, origin: loaded.origin, family, shape, yields, body: loaded.body() };
}

function whyNot({ commands, isWhole }: ParsedCommand): string {
  if (!isWhole) return 'it is not sure what else prints into it, so only the output can tell';
  if (commands.length === 0) return 'no program in it prints anything';
  if (commands.some(({ filters }) => filters.length > 0))
    return 'a later part of the pipeline changes the text, so only the output can tell';
  if (commands.length > 1) return 'several commands print into one output, so only the output can tell';
  return 'no rule knows this command; the output may show another one';
}
