/** The text that a tool gave, as one. */
import type { Input } from './schema.js';

/** Both parts are labelled where both say something; neither is ever dropped, also where a host fills in all three fields. */
export function textOfInput({ combinedText = '', stdout = '', stderr = '' }: Input): string {
  if (combinedText !== '') return combinedText;
  if (stdout === '' || stderr === '') return stdout + stderr;
  return `[stdout]\n${closed(stdout)}[stderr]\n${stderr}`;
}

const closed = (text: string): string => (text.endsWith('\n') ? text : `${text}\n`);
