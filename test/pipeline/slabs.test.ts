import fc from 'fast-check';
import { expect, test } from 'vitest';
import { openSlabs } from '../../src/pipeline/slabs.js';

test('a copy is what was copied until it is given back, whatever is copied and given back meanwhile', () => {
  const step = fc.tuple(fc.integer({ min: 0, max: 70_000 }), fc.nat(255), fc.nat(5));
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), steps => {
      const hold = openSlabs();
      const held: { readonly fill: number; readonly copy: ReturnType<typeof hold> }[] = [];
      for (const [size, fill, back] of steps) {
        const bytes = Buffer.alloc(size, fill);
        held.push({ fill, copy: hold(bytes) });
        bytes.fill(0);
        if (back > 1) held.splice(back % held.length, 1)[0]?.copy.giveBack();
        for (const { fill: own, copy } of held) expect(copy.bytes.every(byte => byte === own)).toBe(true);
      }
    }),
    { numRuns: 40 },
  );
});
