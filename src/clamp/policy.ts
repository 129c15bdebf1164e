/** How much of which shape may be shown (DESIGN §4). */
import type { Shape } from '../line.js';

/** What the clamp holds to. All sizes in characters of output. */
export interface ClampPolicy {
  /** False: every line stays (light, documents, small inputs, nothing to recover from). */
  readonly canOmit: boolean;
  /** Plain lines beyond this give way. */
  readonly plainChars: number;
  /** Evidence beyond this is shown once a kind and counted; its context has half of it. */
  readonly evidenceChars: number;
  /** Plain lines shown before the end of a gap that lasts to the end. */
  readonly tailChars: number;
  /** A limit that the caller has set: nothing may pass it. */
  readonly hardChars: number | undefined;
}

const KEEP_ALL = { canOmit: false, plainChars: Infinity, evidenceChars: Infinity, tailChars: 0, hardChars: undefined };

/** What a failed run may show of its last lines when none of them says what went wrong. */
export const FAILURE_TAIL_CHARS = 4_800;

const BY_SHAPE: Readonly<Record<Shape, ClampPolicy>> = {
  verdict: { canOmit: true, plainChars: 16_000, evidenceChars: 128_000, tailChars: 2_400, hardChars: undefined },
  stream: { canOmit: true, plainChars: 4_800, evidenceChars: 16_000, tailChars: 1_200, hardChars: undefined },
  unknown: { canOmit: true, plainChars: 128_000, evidenceChars: 128_000, tailChars: 4_800, hardChars: undefined },
  enumeration: { canOmit: true, plainChars: 128_000, evidenceChars: 128_000, tailChars: 4_800, hardChars: undefined },
  document: KEEP_ALL,
};

/** The policy of one run. `hardChars` cuts every shape, documents too, since the caller asked for it. */
export function policyFor(shape: Shape, canOmit: boolean, hardChars?: number): ClampPolicy {
  if (!canOmit) return KEEP_ALL;
  const policy = BY_SHAPE[shape];
  if (hardChars === undefined) return policy;
  const tailChars = Math.min(policy.tailChars, Math.floor(hardChars / 4));
  return {
    canOmit: true,
    plainChars: Math.max(0, Math.min(policy.plainChars, hardChars - tailChars)),
    evidenceChars: hardChars,
    tailChars,
    hardChars,
  };
}
