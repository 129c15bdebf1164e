/** Contract of the line road: a stage is a function over batches of lines, with state for one stream. */
import type { DocumentKind, Line, Profile, Shape } from '../line.js';
import type { CompiledRule } from '../rules/compile.js';

/** The order of the pipeline. A stage names its phase; ties inside a phase go by `after`, then by name. */
export const PHASES = ['decode', 'fold', 'select', 'group', 'note'] as const;
export type Phase = (typeof PHASES)[number];

/** What a stage may know about the run. */
export interface StageContext {
  readonly profile: Profile;
  readonly shape: Shape;
  /** What the document is, where it is sure. */
  readonly kind: DocumentKind | undefined;
  /** A matched rule's compiled patterns; undefined where no rule matched. */
  readonly rule: CompiledRule | undefined;
  /** Lines of the first 16 KiB, rendered and without what a runner writes before them. */
  readonly head: readonly string[];
  /** What a runner writes before each line; undefined where there is nothing. */
  readonly lead: RegExp | undefined;
  /** What the reader looks for. */
  readonly query?: string | undefined;
  /** For `--trace`: what a stage did and why. */
  note(message: string): void;
}

/** Of a run of which nothing is known. */
export const blankContext = (profile: Profile, note: (message: string) => void): StageContext => ({
  profile,
  shape: 'unknown',
  kind: undefined,
  rule: undefined,
  lead: undefined,
  head: [],
  note,
});

/** State of one stage for one stream. */
export interface OpenStage {
  /**
   * Sees each batch once. Every line that comes in must go out, now or later, in order: as itself (with another
   * `weight`, perhaps), or as part of a line whose `number..through` covers it. A stage never drops; `clamp` does.
   */
  push(batch: readonly Line[]): readonly Line[];
  /** Gives back what was held. */
  end(): readonly Line[];
  /**
   * Gives back what is held so far, because the source has been idle and a person waits at a terminal.
   * Must leave the stage usable. A stage that holds nothing between batches needs none.
   */
  idle?(): readonly Line[];
}

export interface Stage {
  /** Equals the file name: `stages/repeats.ts` is `repeats`. */
  readonly name: string;
  readonly phase: Phase;
  readonly after?: readonly string[];
  /** One sentence for the README. */
  readonly about: string;
  /** Profiles in which it runs; both where it is not given. */
  readonly profiles?: readonly Profile[];
  /** Shapes in which it runs; all where it is not given. */
  readonly shapes?: readonly Shape[];
  /** Kinds of documents in which alone it runs, and in which it does not; all where it is not given. */
  readonly kinds?: readonly DocumentKind[];
  readonly notKinds?: readonly DocumentKind[];
  /** It does not run in a document that a command reads to have it as it is; where it is not given, it does. */
  readonly notExact?: boolean;
  /** Fresh state for one stream. */
  open(context: StageContext): OpenStage;
}

/** What `give` puts out, in order. */
export function gather(give: (out: Line[]) => void): readonly Line[] {
  const out: Line[] = [];
  give(out);
  return out;
}

/** What `step` puts out for the lines of a batch, one after the other. */
export function gatherEach(batch: readonly Line[], step: (line: Line, out: Line[]) => void): readonly Line[] {
  const out: Line[] = [];
  for (const line of batch) step(line, out);
  return out;
}

/** Types a stage's definition. */
export function defineStage(stage: Stage): Stage {
  return stage;
}
