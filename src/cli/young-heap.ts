/** A limit on V8's heap of young objects, for runs on streams. */

/** V8 lets it grow to 32 MiB; measured on logs of 200 MB, beyond 16 MiB nothing gets faster. */
const MAX_BYTES = 16 * 1024 * 1024;
/** Input between two looks. */
const LOOK_BYTES = 1024 * 1024;

/** @returns to be called with each chunk of the input: once the heap is large enough, it grows no more. */
export function limitYoungHeap(): (chunk: Buffer) => void {
  let isDone = false;
  let left = LOOK_BYTES;
  return chunk => {
    left -= chunk.length;
    if (isDone || left > 0) return;
    left = LOOK_BYTES;
    // Loaded by then only: small outputs are many, and must not wait for it.
    const { getHeapSpaceStatistics, setFlagsFromString } = process.getBuiltinModule('node:v8');
    const young = getHeapSpaceStatistics().find(space => space.space_name === 'new_space');
    isDone = young === undefined || young.space_size >= MAX_BYTES;
    if (isDone) setFlagsFromString('--semi-space-growth-factor=1');
  };
}
