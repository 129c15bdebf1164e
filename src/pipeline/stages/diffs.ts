import type { Line } from '../../line.js';
import { CI_COMMAND } from '../../text/ci.js';
import { CONFLICT, DIFF_BODY, type DiffPart, openDiff } from '../../text/diff.js';
import { isBundleLine, isGeneratedName, saysGenerated } from '../../text/generated-file.js';
import { defineStage, gather, gatherEach } from '../stage.js';

/** What a generated file has changed is shown up to this: a bumped version says something. */
const SHOWN_CHARS = 1_600;
/** The same where no other file has come: somebody has asked for this one. */
const SHOWN_ALONE_CHARS = 16_000;

/** A generated file's lines, from its first hunk on. */
interface Body {
  readonly lines: Line[];
  chars: number;
}

/**
 * In a diff, calls noise what lockfiles and generated files changed, behind the header of their first hunk, and `index`
 * lines. All other lines stay. Holds `SHOWN_ALONE_CHARS` characters: whether anybody has asked for a generated file shows
 * when another one comes.
 */
export default defineStage({
  name: 'diffs',
  phase: 'select',
  profiles: ['full'],
  shapes: ['document'],
  kinds: ['diff'],
  about: 'In a diff, leaves out what lockfiles and generated files changed, counted, and the names of blobs.',
  open() {
    const diff = openDiff();
    const waiting = openWaiting();
    /** Lines of the file that the reader is in are those of a generated one. */
    let isGenerated = false;
    let hasHunk = false;
    let part: DiffPart | undefined;
    let above: Line | undefined;

    const beginFile = (path: string): void => {
      isGenerated = isGeneratedName(path);
      hasHunk = false;
      if (isGenerated) waiting.beginBody();
      else waiting.seeSource();
    };
    const turnGenerated = (): void => {
      isGenerated = true;
      waiting.unseeSource();
      waiting.beginBody();
    };
    const take = (line: Line, out: Line[]): void => {
      // A piece of an overlong line is what its beginning was.
      if (above?.end !== '' || above.number !== line.number) part = diff.read(line.text);
      above = line;
      if (part === 'new') beginFile(diff.path ?? '');
      if (part === 'index') toNoise(line, 'blob names');
      const isBody = isInBody(part) && (hasHunk || part !== 'hunk');
      hasHunk ||= part === 'hunk';
      if (isBody && !isGenerated && isBundleLine(diff.path ?? '', line.text)) turnGenerated();
      if (isBody && isGenerated) waiting.take(line, out);
      else waiting.pass(line, out);
      if (isBody && !isGenerated && saysGenerated(line.text.slice(1), diff.lineNumber)) turnGenerated();
    };
    return {
      push: batch => gatherEach(batch, take),
      end: waiting.end,
      idle: waiting.release,
    };
  },
});

const isInBody = (part: DiffPart | undefined): boolean =>
  part === 'hunk' || part === 'same' || part === 'added' || part === 'removed' || part === 'note';

/** Nothing else in a generated file speaks of what somebody has done. */
function toNoise(line: Line, because: string): void {
  if (line.because === CI_COMMAND || CONFLICT.test(line.text)) return;
  line.evidence = undefined;
  line.weight = 'noise';
  line.because = because;
}

/** Holds generated files until it is known whether they are to be shown. */
function openWaiting() {
  /** All lines since the first one that waits, in order, and which of them are of generated files. */
  let held: Line[] = [];
  let heldChars = 0;
  let bodies: Body[] = [];
  let body: Body = { lines: [], chars: 0 };
  let sources = 0;
  let isOver = false;

  const isAlone = (): boolean => sources === 0 && !isOver;
  const charsOf = (line: Line): number => line.text.length + 1;
  const hide = ({ lines, chars }: Body): void => {
    if (chars > SHOWN_CHARS) for (const line of lines) toNoise(line, DIFF_BODY);
  };
  const give = (out: Line[]): void => {
    for (const line of held) out.push(line);
    held = [];
    heldChars = 0;
    body = { lines: [], chars: body.chars };
    bodies = [body];
  };
  const decide = (out: Line[]): void => {
    for (const each of bodies) hide(each);
    give(out);
  };
  return {
    beginBody() {
      body = { lines: [], chars: 0 };
      bodies.push(body);
    },
    seeSource() {
      sources += 1;
    },
    /** The last file that was seen is none. */
    unseeSource() {
      sources -= 1;
    },
    /** A line of a generated file, behind the header of its first hunk. */
    take(line: Line, out: Line[]): void {
      body.chars += charsOf(line);
      if (body.chars > SHOWN_CHARS && held.length === 0 && !isAlone()) {
        toNoise(line, DIFF_BODY);
        out.push(line);
        return;
      }
      body.lines.push(line);
      held.push(line);
      heldChars += charsOf(line);
      if (heldChars > SHOWN_ALONE_CHARS) isOver = true;
      if (!isAlone() && body.chars > SHOWN_CHARS) decide(out);
    },
    /** Any other line. */
    pass(line: Line, out: Line[]): void {
      if (!isAlone() || held.length === 0) {
        decide(out);
        out.push(line);
        return;
      }
      held.push(line);
      heldChars += charsOf(line);
      if (heldChars > SHOWN_ALONE_CHARS) {
        isOver = true;
        decide(out);
      }
    },
    /** Nobody has been shown to ask for anything else. */
    release: () => gather(give),
    end: () => gather(isAlone() ? give : decide),
  };
}
