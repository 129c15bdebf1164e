import { expect, test } from 'vitest';
import { openGap } from '../../src/clamp/gap.js';
import { openHitsOf } from '../../src/clamp/hits-of.js';
import { makeLine } from '../../src/line.js';
import { DIFF_BODY } from '../../src/text/diff.js';

test('pieces of one line that a diff adds are one, those that are gone and those in hand', () => {
  const gap = openGap({ areCounted: true, hitsOf: openHitsOf(), accept: () => true, forget: () => undefined });
  for (let at = 0; at < 6; at += 1) {
    const piece = makeLine(`+${'x'.repeat(30_000)}`, at === 5 ? '\n' : '', 7);
    piece.because = DIFF_BODY;
    gap.add(piece);
    if (gap.isFull()) gap.trim();
  }
  expect(gap.toMark().mark).toMatchObject({ kind: 'gap', changes: { added: 1, removed: 0 } });
});
