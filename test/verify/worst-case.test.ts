import { describe, expect, test } from 'vitest';
import { findSlowness } from '../../src/verify/worst-case.js';

describe('finds out patterns that try again and again, and comes back', () => {
  test.each(['(a+)+$', '(x+x+)+y', '^(?:a?){30}a{30}$', '^(\\w+\\s?)*$', '(?:error|warn)+(?:error|warn)+x$', '.*=+$'])(
    '%s',
    source => {
      const started = performance.now();
      expect(findSlowness(source, 1_000)?.ms).toBeGreaterThan(50);
      expect(performance.now() - started).toBeLessThan(60_000);
    },
  );
});

test.each(['^ +at \\S+', '^test result: (?:ok|FAILED)\\.', '^(?:\\d+ )?passed$', '^\\d+ errors?$'])(
  '%s is quick',
  source => expect(findSlowness(source)).toBeUndefined(),
);
