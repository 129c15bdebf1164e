/** Patterns in linear time, whatever the pattern and the text. A file of its own in dist, see `dev/build.ts`: it is large. */
import { RE2JS } from 're2js';

/** What a pattern becomes: ready to be asked, and how much work each character may be. */
export interface LinearPattern {
  readonly steps: number;
  test(text: string): boolean;
}

/**
 * Compiles a pattern written for JavaScript.
 * @throws {Error} for what cannot be matched in linear time; the message says what.
 */
export function compileLinear(source: string, flags: 'u' | 'mu'): LinearPattern {
  const pattern = RE2JS.compile(RE2JS.translateRegExp(source), flags === 'mu' ? RE2JS.MULTILINE : 0);
  return { steps: pattern.programSize(), test: text => pattern.test(text) };
}
