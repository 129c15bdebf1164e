/** How much of which shape may be shown (DESIGN §4). */
import type { DocumentKind, Shape } from '../line.js';

/** What the clamp holds to. All sizes in characters of output. */
export interface ClampPolicy {
  /** False: every line stays (light, documents, small inputs, nothing to recover from). */
  readonly canOmit: boolean;
  /** Plain lines beyond this give way. */
  readonly plainChars: number;
  /** Beyond that, the first of a kind that has not been shown stays up to this. */
  readonly newPlainChars: number;
  /** The same while no error has been shown: the run may have gone well. */
  readonly calmPlainChars: number;
  /** Evidence beyond this is shown once a kind and counted; its context has half of it. */
  readonly evidenceChars: number;
  /** Lines shown before the end of a gap that lasts to the end: plain ones, or under a hard limit all but noise. */
  readonly tailChars: number;
  /** What a failed run may show of its last lines when none of them says what went wrong. */
  readonly failureTailChars: number;
  /** Fewer characters without noise are not worth a gap. */
  readonly minGapChars: number;
  /** A gap says what it holds of a search's hits. */
  readonly areHitsTold: boolean;
  /** A limit that the caller has set: nothing may pass it. */
  readonly hardChars: number | undefined;
}

const KEEP_ALL: ClampPolicy = {
  canOmit: false,
  plainChars: Infinity,
  newPlainChars: 0,
  calmPlainChars: Infinity,
  evidenceChars: Infinity,
  tailChars: 0,
  failureTailChars: 0,
  minGapChars: 0,
  areHitsTold: false,
  hardChars: undefined,
};

const OMIT = {
  canOmit: true,
  newPlainChars: 0,
  minGapChars: 0,
  failureTailChars: 4_800,
  areHitsTold: false,
  hardChars: undefined,
};

const BY_SHAPE: Readonly<Record<Shape, Omit<ClampPolicy, 'calmPlainChars'>>> = {
  verdict: { ...OMIT, plainChars: 16_000, evidenceChars: 128_000, tailChars: 2_400 },
  stream: {
    ...OMIT,
    plainChars: 9_600,
    newPlainChars: 9_600,
    evidenceChars: 16_000,
    tailChars: 1_200,
  },
  unknown: { ...OMIT, areHitsTold: true, plainChars: 128_000, evidenceChars: 128_000, tailChars: 4_800 },
  enumeration: {
    ...OMIT,
    areHitsTold: true,
    plainChars: 64_000,
    evidenceChars: 128_000,
    tailChars: 4_800,
    minGapChars: 12_800,
  },
  // What is noise in it is none of the run's doing, and fails with nothing.
  document: { ...OMIT, plainChars: Infinity, evidenceChars: Infinity, tailChars: 0, failureTailChars: 0 },
};

/** What a text is. */
interface TextType {
  readonly shape: Shape;
  /** Of a document; in one of no known kind nothing is noise. */
  readonly kind: DocumentKind | undefined;
}

/** What a user may have set. */
export interface Limits {
  /** Cuts every shape, documents too, since the caller asked for it. */
  readonly hardChars?: number | undefined;
  /** `max_inline_chars`. */
  readonly inlineChars?: number | undefined;
}

/** What `max_inline_chars` is where nobody has set it: a verdict's plain lines then have the room that `BY_SHAPE` gives. */
const USUAL_INLINE_CHARS = 1_200;

/**
 * What a verdict's plain lines may take while no error has been shown, in proportion to what the user has set. The first
 * error gives them their usual room: whoever wants less of a run that went well wants all of why another one failed.
 */
const calmCharsOf = (shape: Shape, plainChars: number, inlineChars = USUAL_INLINE_CHARS): number =>
  shape === 'verdict' ? Math.round((plainChars / USUAL_INLINE_CHARS) * inlineChars) : plainChars;

/** The policy of one run. */
export function policyFor({ shape, kind }: TextType, canOmit: boolean, limits: Limits = {}): ClampPolicy {
  const { hardChars, inlineChars } = limits;
  const isRead = shape === 'document' && kind === undefined && hardChars === undefined;
  if (!canOmit || isRead) return KEEP_ALL;
  const usual = BY_SHAPE[shape];
  const calmPlainChars = calmCharsOf(shape, usual.plainChars, inlineChars);
  const policy = { ...usual, plainChars: Math.max(usual.plainChars, calmPlainChars), calmPlainChars };
  if (hardChars === undefined) return policy;
  const share = (part: number): number => Math.floor(hardChars * part);
  const plainChars = Math.min(usual.plainChars, share(PLAIN_SHARE[shape]));
  return {
    canOmit: true,
    minGapChars: 0,
    newPlainChars: 0,
    areHitsTold: false,
    failureTailChars: policy.failureTailChars,
    plainChars,
    calmPlainChars: Math.min(plainChars, calmPlainChars),
    evidenceChars: share(EVIDENCE_SHARE),
    tailChars: Math.min(MAX_TAIL_CHARS, share(TAIL_SHARE)),
    hardChars,
  };
}

/**
 * Of a hard limit: what the plain lines at the head may take, by how much there is in them; new kinds of evidence may
 * take twice the share of evidence; what the end needs is kept free until the end has come, for there the totals stand.
 */
const PLAIN_SHARE: Readonly<Record<Shape, number>> = {
  verdict: 0.15,
  stream: 0.2,
  unknown: 0.5,
  enumeration: 0.65,
  document: 0.65,
};
const EVIDENCE_SHARE = 0.35;
const TAIL_SHARE = 0.25;
/** More is not in hand at the end. */
const MAX_TAIL_CHARS = 8_000;
/** The least that a hard limit can be: the marks must have room, and some lines. */
export const MIN_HARD_CHARS = 300;
/** Characters that a token holds, for a limit given in tokens; on the safe side. */
export const CHARS_PER_TOKEN = 3;

/** A hard limit as it is asked for, in characters, in tokens, or both. */
export interface AskedLimit {
  readonly maxChars?: number | undefined;
  readonly budgetTokens?: number | undefined;
}

/** The hard limit in characters: the smaller of what is asked for; undefined: neither is. */
export function hardCharsOf({ maxChars, budgetTokens }: AskedLimit): number | undefined {
  const budget = budgetTokens === undefined ? undefined : budgetTokens * CHARS_PER_TOKEN;
  const limits = [maxChars, budget].filter(limit => limit !== undefined);
  return limits.length > 0 ? Math.min(...limits) : undefined;
}
