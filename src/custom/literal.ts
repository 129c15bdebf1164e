/** A string that every text which a pattern matches must hold: looked for first, since compiling the pattern takes longer. */

/** Shorter strings stand in every text. */
const MIN_CHARS = 3;

/** One step through a pattern: a group, a set, an escape or a sign, and how often it stands there. */
const STEP =
  /(\((?:[^()[\]\\]|\\.|\[(?:\\.|[^\]\\])*\])*\)|\[(?:\\.|[^\]\\])*\]|\\(?:u\{[^}]*\}|.)|.)([*+?]|\{[^}]*\})?\??/gsu;

/**
 * The longest such string.
 * @returns undefined where there is none that would be of use, or where the pattern is too involved to tell.
 */
export function literalOf(source: string): string | undefined {
  let best = '';
  let run = '';
  const end = (): void => {
    if (run.length > best.length) best = run;
    run = '';
  };
  for (const [, step = '', often = ''] of source.matchAll(STEP)) {
    if (step === '|' || step === ')' || step === '(') return undefined;
    const sign = literalSign(step);
    const isCertain = often === '' || often === '+';
    if (sign !== undefined && isCertain) run += sign;
    if (sign === undefined || often !== '') end();
  }
  end();
  return best.length < MIN_CHARS ? undefined : best;
}

/** The sign that a step stands for; undefined where it is another one each time, or none. */
function literalSign(step: string): string | undefined {
  if (step.startsWith('\\')) return /^\\[^\p{L}\p{N}]$/u.test(step) ? step.slice(1) : undefined;
  return /^[\^$.]$|^[([]./su.test(step) ? undefined : step;
}
