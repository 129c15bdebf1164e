/** A text of its own: a part of a batch's text would keep all of that in memory. */
export const copyOf = (text: string): string => Buffer.from(text, 'utf16le').toString('utf16le');
