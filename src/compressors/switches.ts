/** Which kinds of text a user may turn off, so that they pass as they are. */

/** By the setting's name, what of `Compressor.kinds`, of extracts and of documents it is about. */
const KINDS = {
  search: ['search', 'listing', 'table'],
  code: ['code', 'diff'],
  html: ['html'],
  json: ['json', 'jsonl'],
} as const;

export type Switch = keyof typeof KINDS;

/** Those that are false. */
export const switchesOff = (settings: Readonly<Record<Switch, boolean>>): readonly Switch[] =>
  (Object.keys(KINDS) as readonly Switch[]).filter(name => !settings[name]);

/** Whether something of these kinds is turned off. */
export const isOff = (kinds: readonly string[], off: readonly Switch[]): boolean =>
  off.some(name => KINDS[name].some(kind => kinds.includes(kind)));
