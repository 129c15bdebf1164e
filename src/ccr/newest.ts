/** The original that was stored last. */
import { lstatSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { TOKEN } from './token.js';

/** Its token; undefined where nothing is stored. Two of the same moment go by name, so that the answer does not change. */
export function newestToken(dir: string): string | undefined {
  let newest: { readonly token: string; readonly ms: number } | undefined;
  for (const token of tokensIn(dir)) {
    const ms = lstatSync(join(dir, token), { throwIfNoEntry: false })?.mtimeMs ?? 0;
    if (newest === undefined || ms > newest.ms) newest = { token, ms };
  }
  return newest?.token;
}

function tokensIn(dir: string): readonly string[] {
  try {
    return readdirSync(dir)
      .filter(name => TOKEN.test(name))
      .sort();
  } catch {
    return []; // no folder, nothing stored
  }
}
