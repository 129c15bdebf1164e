/** Ways to cut an input into chunks. */

/** One chunk a byte. */
export function byteByByte(input: Buffer): readonly Buffer[] {
  return [...input].map(byte => Buffer.from([byte]));
}

/** Two chunks, the first `at` bytes long. */
export function cutAt(input: Buffer, at: number): readonly Buffer[] {
  return [input.subarray(0, at), input.subarray(at)].filter(chunk => chunk.length > 0);
}

/** Chunks of the given sizes, taken in turn until all is cut. */
export function inSizes(input: Buffer, sizes: readonly number[]): readonly Buffer[] {
  const chunks: Buffer[] = [];
  let turn = 0;
  for (let at = 0; at < input.length; turn += 1) {
    const size = Math.max(1, sizes[turn % sizes.length] ?? 1);
    chunks.push(input.subarray(at, at + size));
    at += size;
  }
  return chunks;
}
