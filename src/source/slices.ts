/** Bytes that are all there, as a pipe would give them. */

const SLICE_BYTES = 65_536;

/** While all of it goes through at once, no timer fires, and whoever waits for another thing waits for this too. */
export async function* slicesOf(bytes: Buffer): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += SLICE_BYTES) {
    await new Promise(resolve => setImmediate(resolve));
    yield bytes.subarray(at, at + SLICE_BYTES);
  }
}
