/** Half a character has no UTF-8: written and read again, it would be another one. */
export const hasLoneSurrogate = (text: string): boolean => /\p{Surrogate}/u.test(text);
