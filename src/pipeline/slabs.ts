/** Memory for copies of bytes that are mostly given back soon: what garbage collection would free late is used again at once. */

/** A slice of the input and some more: each holds the copies of about one. */
const SLAB_BYTES = 65_536;
/** Further ones that nobody uses are left to garbage collection. */
const MAX_FREE_SLABS = 4;

interface Slab {
  readonly memory: Buffer;
  filled: number;
  /** Copies in it that have not been given back. */
  uses: number;
}

/** A copy of bytes, as long as it is not given back. */
export interface Held {
  readonly bytes: Buffer;
  giveBack(): void;
}

/** Copies bytes into slabs of its own. What is never given back costs nothing but its slab. */
export function openSlabs(): (bytes: Buffer) => Held {
  const free: Slab[] = [];
  let slab: Slab | undefined;

  const giveBack = (used: Slab): void => {
    used.uses -= 1;
    if (used.uses > 0) return;
    used.filled = 0;
    if (used !== slab && free.length < MAX_FREE_SLABS) free.push(used);
  };
  return bytes => {
    if (bytes.length > SLAB_BYTES) return { bytes: Buffer.from(bytes), giveBack: () => undefined };
    if (slab === undefined || slab.filled + bytes.length > SLAB_BYTES)
      slab = free.pop() ?? { memory: Buffer.allocUnsafeSlow(SLAB_BYTES), filled: 0, uses: 0 };
    const own = slab;
    const from = own.filled;
    own.filled += bytes.copy(own.memory, from);
    own.uses += 1;
    return { bytes: own.memory.subarray(from, own.filled), giveBack: () => giveBack(own) };
  };
}
