/** Which strings a text may hold: one look at the text spares a search for each of many strings. */

const HASHES = 65_536;

/** Says of a string whether it may stand in `text`; no is sure. Memory: 64 KiB, whatever the text's length. */
export function mayHold(text: string): (part: string) => boolean {
  const seen = new Uint8Array(HASHES);
  let [first, second] = [0, 0];
  for (let at = 0; at < text.length; at += 1) {
    const third = text.charCodeAt(at);
    seen[hashOf(first, second, third)] = 1;
    first = second;
    second = third;
  }
  return part => {
    for (let at = 0; at + 2 < part.length; at += 1)
      if (seen[hashOf(part.charCodeAt(at), part.charCodeAt(at + 1), part.charCodeAt(at + 2))] !== 1) return false;
    return true;
  };
}

const hashOf = (first: number, second: number, third: number): number =>
  ((first << 10) ^ (second << 5) ^ third) & (HASHES - 1);
