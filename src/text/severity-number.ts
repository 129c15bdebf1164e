/** Numbers that a shape masks but that say how bad a line is. */

/** JSON levels (`"level":50`), syslog priorities (`<3>`). */
const SPEAKING_NUMBER = /^<\d+|"(?:level|severity|priority)"\s*:\s*\d+/;
const SPEAKING_NUMBERS = new RegExp(SPEAKING_NUMBER, 'g');

export const hasSpeakingNumber = (text: string): boolean => SPEAKING_NUMBER.test(text);

/** A line's shape with the numbers in it that speak. */
export function shapeWithLevel(shape: number, text: string): number {
  let key = shape;
  for (const found of text.match(SPEAKING_NUMBERS) ?? [])
    key = (key * 31 + Number(/\d+$/.exec(found)?.[0] ?? 0) + 1) % Number.MAX_SAFE_INTEGER;
  return key;
}
