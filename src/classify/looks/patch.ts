/** Whether a text is mostly a diff, in any of its forms: also one that begins in the midst, or comes by mail. */
import { AROUND_HUNKS, COMBINED_HUNK, openDiff } from '../../text/diff.js';
import type { Seen } from './seen.js';

/** A mail's head, as `git format-patch` writes it, and its foot. */
const MAIL = /^From [0-9a-f]{40} \w{3} /;
const HUNK = /^@@ -\d+(?:,\d+)? \+\d+(?:,\d+)? @@/;
const CHANGED = /^[ +\\-]/;
/** `12,14c12` of a plain `diff`. */
const PLAIN_HUNK = /^\d+(?:,\d+)?[acd]\d+(?:,\d+)?$/;
const PLAIN_LINE = /^(?:[<>] |[<>]$|---$|\\ )/;
const CONTEXT_HUNK = /^\*{15}$/;
const CONTEXT_LINE = /^(?:[ !+-] |[ !+-]{0,2}$|\*{3} |--- |\*{15}$)/;

export function looksLikeDiff({ lines, first, share }: Seen): number {
  if (lines.some(line => HUNK.test(line) || COMBINED_HUNK.test(line))) {
    const diff = openDiff();
    const isOfDiff = (line: string): boolean =>
      diff.read(line) !== undefined || CHANGED.test(line) || AROUND_HUNKS.test(line) || HUNK.test(line);
    const isNamed = MAIL.test(first) || lines.some(line => line.startsWith('diff --git '));
    const of = share(isOfDiff);
    return isNamed && of >= 0.5 ? 1 : of >= 0.9 ? of : 0;
  }
  if (lines.some(line => CONTEXT_HUNK.test(line))) return share(line => CONTEXT_LINE.test(line), 0.9);
  if (lines.some(line => PLAIN_HUNK.test(line)) && lines.some(line => /^[<>] /.test(line)))
    return share(line => PLAIN_HUNK.test(line) || PLAIN_LINE.test(line) || AROUND_HUNKS.test(line), 0.9);
  return 0;
}
