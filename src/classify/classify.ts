/** What a run is: which rule, which shape, from the command and the first 16 KiB of output. */
import type { DocumentKind, Shape } from '../line.js';
import type { SimpleCommand } from '../rules/match.js';
import { isDiff } from '../text/diff.js';
import type { ParsedCommand } from './command.js';
import type { KindHint } from './hint.js';
import { shapeOfKind } from './kinds.js';
import { sniff } from './sniff.js';
import type { Producer } from './speaker.js';

/** The rules engine, as far as it is needed here; handed in, so that this folder knows no rule. */
export interface RuleBook<Found extends FoundRule> {
  byCommand(command: SimpleCommand): Found | undefined;
  /** The surest first. */
  byOutput(text: string): readonly Found[];
  /** The rule for what is surely such a document, whoever printed it. */
  byKind(kind: DocumentKind): Found | undefined;
}

export interface FoundRule {
  readonly id: string;
  readonly shape: Shape;
  readonly confidence: number;
  readonly why: string;
  /** Shapes that go before it where the text looks so. */
  readonly yields: readonly Shape[];
  /** What it prints is read byte for byte. */
  readonly isExact: boolean;
  /** What the tool prints. */
  readonly kind: DocumentKind | undefined;
}

export interface Classification<Found extends FoundRule> {
  readonly rule: Found | undefined;
  /** Rules of other tools that the output shows too: one program may run several. */
  readonly others: readonly Found[];
  readonly shape: Shape;
  /** Only where it is sure: of a document that is read as it is, nothing may be left out. */
  readonly kind: DocumentKind | undefined;
  readonly confidence: number;
  /** How it was found, for `--trace`. */
  readonly why: string;
  /** A command reads it on purpose, as it is: no other form of it. */
  readonly isExact: boolean;
}

type Finding<Found extends FoundRule> = Omit<Classification<Found>, 'isExact'>;

/** The first 16 KiB, rendered. */
export interface Seen {
  /** Lines without what a runner writes before them. */
  readonly lines: readonly string[];
  readonly whole: readonly string[];
}

/**
 * Command first, output second, looks last. Several commands are known by what their output shows alone, unless one rule
 * is for all of them; where one of them prints data, nothing is noise. A pipeline whose later stages change the text's
 * form is known by its output too, unless they pick rows.
 */
export function classify<Found extends FoundRule>(
  book: RuleBook<Found>,
  seen: Seen,
  command: ParsedCommand | undefined,
): Classification<Found> {
  const found = find(book, seen, command);
  const programs = command?.commands.flatMap(producer => [producer, ...producer.filters]) ?? [];
  const isExact = found.rule?.isExact === true || programs.some(program => book.byCommand(program)?.isExact);
  return { ...found, isExact };
}

/**
 * The same where the caller says what the text is. What it says goes before the command and the lines; a rule still holds
 * where it is for such a text. A command's exact read stays one, unless the kind was named.
 */
export function classifyAs<Found extends FoundRule>(
  book: RuleBook<Found>,
  found: Classification<Found>,
  { kind, isAsked, why }: KindHint,
): Classification<Found> {
  const shape = shapeOfKind(kind);
  if (found.isExact && !isAsked) return found;
  if (kind === 'diff') return { ...known(book, 'diff'), isExact: false, why };
  if (shape === undefined || (found.rule !== undefined && found.shape === shape && !found.isExact))
    return { ...found, isExact: false, why: `${why}; ${found.why}` };
  const rows = kind === 'csv' || kind === 'tsv' ? 'rows' : undefined;
  return { rule: undefined, others: [], shape, kind: rows, confidence: 1, why, isExact: false };
}

function find<Found extends FoundRule>(
  book: RuleBook<Found>,
  { lines, whole }: Seen,
  command: ParsedCommand | undefined,
): Finding<Found> {
  const said = command === undefined ? undefined : ruleOfCommand(book, command, () => sniff(lines).shape);
  const byCommand = said?.rule;
  if (said !== undefined && byCommand !== undefined && byCommand.shape !== 'verdict')
    return { ...result(byCommand, []), kind: byCommand.kind, why: said.why };
  if (said?.shape !== undefined && byCommand === undefined)
    return { rule: undefined, others: [], shape: said.shape, kind: said.kind, confidence: 0.9, why: said.why };
  // A runner's rule knows whole lines, a tool's what stands behind the lead.
  const byOutput = book.byOutput((whole === lines ? lines : [...lines, ...whole]).join('\n'));
  // Before what its lines show of other tools: they are those of files.
  if (byCommand === undefined && isDiff(lines)) return ofDiff(book, byOutput);
  const rule = byCommand ?? byOutput[0];
  if (rule !== undefined) {
    const found = result(rule, byOutput);
    // What else speaks may hold what is no noise, however much of it there is.
    return rule.shape === 'verdict' && said?.isMixed ? { ...found, shape: 'unknown' } : found;
  }
  const { shape, kind, why } = sniff(lines);
  return { rule: undefined, others: [], shape, kind, confidence: kind === undefined ? 0.3 : 0.9, why };
}

/** A diff, or what a tool would change, said as one. */
function ofDiff<Found extends FoundRule>(book: RuleBook<Found>, byOutput: readonly Found[]): Finding<Found> {
  const judge = byOutput.find(({ kind, shape }) => kind === 'diff' && shape === 'verdict');
  return judge === undefined ? known(book, 'diff') : result(judge, []);
}

/** A document of a kind that its text shows, all of it. */
function known<Found extends FoundRule>(book: RuleBook<Found>, kind: DocumentKind): Finding<Found> {
  const rule = book.byKind(kind);
  return { rule, others: [], shape: 'document', kind, confidence: 0.9, why: rule?.why ?? kind };
}

/** What a command says of its output. */
export interface CommandRule<Found extends FoundRule> {
  /** The rule for all of it. */
  readonly rule: Found | undefined;
  /** The shape to be held to where no rule is for all of it; undefined: the output tells. */
  readonly shape: Shape | undefined;
  /** What all of it that is a document is. */
  readonly kind: DocumentKind | undefined;
  /** Some of its programs are those of rules whose totals matter, and some are not known. */
  readonly isMixed: boolean;
  readonly why: string;
}

/** @param looks the shape that the text itself has; asked where a rule gives way to it. */
export function ruleOfCommand<Found extends FoundRule>(
  book: RuleBook<Found>,
  { commands, isWhole }: ParsedCommand,
  looks: () => Shape | undefined,
): CommandRule<Found> {
  if (commands.some(asksForHelp))
    return { rule: undefined, shape: 'document', kind: undefined, isMixed: false, why: 'a program explains itself' };
  const rules = commands.map(producer => {
    const rule = ruleOf(book, producer);
    const shape = rule === undefined || rule.yields.length === 0 ? undefined : looks();
    return shape !== undefined && rule?.yields.includes(shape) ? undefined : rule;
  });
  const [first] = rules;
  const none = { rule: undefined, kind: undefined, isMixed: false };
  if (isWhole && first !== undefined && rules.every(rule => rule?.id === first.id))
    return { rule: first, shape: first.shape, kind: first.kind, isMixed: false, why: first.why };
  const data = rules.find(rule => rule?.shape === 'document') ?? rules.find(rule => rule?.shape === 'enumeration');
  if (data !== undefined)
    return {
      ...none,
      shape: data.shape,
      kind: isWhole ? kindOf(rules) : undefined,
      why: `one of several commands prints data (${data.id})`,
    };
  const isMixed = isWhole && commands.length > 1 && rules.some(rule => rule === undefined);
  return { ...none, shape: undefined, isMixed, why: '' };
}

/** `jest --help`, `git help log`: what a program says of itself is none of what it does. */
const asksForHelp = ({ args }: Producer): boolean => args.includes('--help') || args[0] === 'help';

/** The kind that all documents among the outputs have; what other known tools say beside them is no matter. */
function kindOf(rules: readonly (FoundRule | undefined)[]): DocumentKind | undefined {
  const documents = rules.filter(rule => rule?.shape === 'document');
  const kind = documents[0]?.kind;
  return rules.every(rule => rule !== undefined && (rule.shape !== 'document' || rule.kind === kind))
    ? kind
    : undefined;
}

/** What a filter picks row by row (`| grep`, `| sort`) is asked for row by row; what it rewrites is nobody's text. */
function ruleOf<Found extends FoundRule>(book: RuleBook<Found>, producer: Producer): Found | undefined {
  if (producer.filters.length === 0) return book.byCommand(producer);
  return producer.filters.map(filter => book.byCommand(filter)).find(rule => rule?.shape === 'enumeration');
}

function result<Found extends FoundRule>(rule: Found, byOutput: readonly Found[]): Finding<Found> {
  const others = byOutput.filter(({ id, shape }) => id !== rule.id && shape === 'verdict');
  const also = others.length === 0 ? '' : `; also ${others.map(({ id }) => id).join(', ')}`;
  return {
    rule,
    others: rule.shape === 'verdict' ? others : [],
    shape: rule.shape,
    kind: undefined,
    confidence: rule.confidence,
    why: rule.why + also,
  };
}
