/** Which rule a run belongs to, by its command or by its output alone. */
import { mayHold } from '../text/may-hold.js';
import type { LoadedRule } from './rule.js';

/** A program and its arguments, after normalising. */
export interface SimpleCommand {
  /** Name without folder and `.exe`. */
  readonly program: string;
  readonly args: readonly string[];
}

export interface RuleMatch {
  readonly rule: LoadedRule;
  readonly by: 'command' | 'output';
  /** 0 to 1: a command is certain, an output as sure as its signatures. */
  readonly confidence: number;
  /** Names of the signatures seen. */
  readonly seen: readonly string[];
}

/** The rules whose command patterns fit, most specific first: with an argument pattern before without. */
export function matchCommand(rules: readonly LoadedRule[], command: SimpleCommand): readonly RuleMatch[] {
  const args = command.args.join(' ');
  const found: { match: RuleMatch; isSpecific: boolean }[] = [];
  for (const rule of rules) {
    for (const entry of rule.head.match.command ?? []) {
      if (!entry.program.includes(command.program)) continue;
      if (entry.args !== undefined && !rule.engine.compile(entry.args, 'u').test(args)) continue;
      found.push({ match: { rule, by: 'command', confidence: 1, seen: [] }, isSpecific: entry.args !== undefined });
      break;
    }
  }
  return found.sort((a, b) => Number(b.isSpecific) - Number(a.isSpecific)).map(({ match }) => match);
}

/**
 * The rules that the text itself shows, most signatures first; ties go to the rule that asks for more of them, then by id.
 * @param text rendered lines of the peek window, joined by LF.
 */
export function matchOutput(rules: readonly LoadedRule[], text: string): readonly RuleMatch[] {
  const mayStand = mayHold(text);
  const found: { match: RuleMatch; score: number }[] = [];
  for (const rule of rules) {
    const output = rule.head.match.output;
    if (output === undefined) continue;
    const atLeast = output.atLeast ?? 1;
    const possible = Object.entries(output.signatures).filter(
      ([name]) => rule.head.needs?.[name]?.some(need => mayStand(need) && text.includes(need)) ?? true,
    );
    if (possible.length < atLeast) continue;
    const seen = possible.filter(([, pattern]) => rule.engine.compile(pattern, 'mu').test(text)).map(([name]) => name);
    if (seen.length < atLeast || seen.length === 0) continue;
    const confidence = Math.min(0.9, 0.4 + 0.2 * seen.length);
    found.push({ match: { rule, by: 'output', confidence, seen }, score: seen.length + atLeast / 10 });
  }
  return found.sort((a, b) => b.score - a.score).map(({ match }) => match);
}
