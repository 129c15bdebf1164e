/** Diffs and logs of git: what a header says twice stands there once. All lines of hunks stay as they are. */
import { openDiff } from '../../text/diff.js';
import { BadForm, defineCompressor } from '../compressor.js';
import { joinStat, openStats } from '../diff/stat.js';

const FORM = 'diff with short headers';
const BEGINS = /^(?:diff |commit [0-9a-f]{40}\b| \S.* \| +\d+ )/;

const GIT = /^diff --git a\/(\S+) b\/(\S+)$/;
const MODE = /^(new|deleted) file mode \d{6}$/;
const INDEX = /^index [0-9a-f]{4,64}\.\.[0-9a-f]{4,64}(?: \d{6})?$/;
/** `diff src/a.py new file mode 100644 index 0000000..1234567` */
const SHORT_GIT =
  /^diff (\S+)(?: ((?:new|deleted) file mode \d{6}))? (index [0-9a-f]{4,64}\.\.[0-9a-f]{4,64}(?: \d{6})?)$/;
/** `diff -ru old/a.py new/a.py` */
const PLAIN = /^diff -(?!-git|-cc|-combined)\S.* (\S+) (\S+)$/;
const COMMIT = /^commit [0-9a-f]{40}\b/;
const MERGE = /^Merge: /;
const AUTHOR = /^Author: /;
const DATE = /^Date: /;

export default defineCompressor({
  name: 'diff',
  kinds: ['diff'],
  forms: [FORM],
  about: 'Says what the headers of a diff and of a log of commits say twice once.',
  isSlight: true,
  suits: head => head.slice(0, 40).some(line => BEGINS.test(line)),
  compress(text) {
    const body = shorten(text.split('\n'));
    return isOf(body, text) ? { about: FORM, body: body.join('\n') } : undefined;
  },
  decode: ({ body }) => lengthen(body.split('\n')).join('\n'),
});

/** False where something in the text reads as a short header already. */
function isOf(body: readonly string[], text: string): boolean {
  try {
    return lengthen(body).join('\n') === text;
  } catch (error) {
    if (error instanceof BadForm) return false;
    throw error;
  }
}

/** The header's two lines of names. */
function namesOf(path: string, mode: string | undefined): readonly [string, string] {
  return [
    mode?.startsWith('new') ? '--- /dev/null' : `--- a/${path}`,
    mode?.startsWith('deleted') ? '+++ /dev/null' : `+++ b/${path}`,
  ];
}

function shorten(lines: readonly string[]): readonly string[] {
  const out: string[] = [];
  const diff = openDiff();
  const stats = openStats(lines);
  let author = '';
  for (let at = 0; at < lines.length; ) {
    const line = lines[at] as string;
    const header = diff.isInHunk ? undefined : (shortGit(lines, at) ?? shortPlain(lines, at) ?? shortStat(stats(at)));
    if (header !== undefined) {
      for (const each of header.lines) out.push(each);
      for (const each of lines.slice(at, at + header.count)) diff.read(each);
      at += header.count;
      continue;
    }
    const isAuthor = !diff.isInHunk && AUTHOR.test(line) && isHead(lines, at) && DATE.test(lines[at + 1] ?? '');
    if (!isAuthor || line !== author) out.push(line);
    if (isAuthor) author = line;
    diff.read(line);
    at += 1;
  }
  return out;
}

/** Right below the line that names a commit. */
const isHead = (lines: readonly string[], at: number): boolean =>
  COMMIT.test(lines[at - 1] ?? '') || (MERGE.test(lines[at - 1] ?? '') && COMMIT.test(lines[at - 2] ?? ''));

interface Short {
  /** Lines that it stands for. */
  readonly count: number;
  readonly lines: readonly string[];
}

function shortGit(lines: readonly string[], at: number): Short | undefined {
  const [, path = '', other] = GIT.exec(lines[at] as string) ?? [];
  if (path === '' || path !== other) return undefined;
  const mode = MODE.test(lines[at + 1] ?? '') ? lines[at + 1] : undefined;
  const next = at + (mode === undefined ? 1 : 2);
  const [index = '', old, now] = lines.slice(next, next + 3);
  const names = namesOf(path, mode);
  if (!INDEX.test(index) || old !== names[0] || now !== names[1]) return undefined;
  return { count: next + 3 - at, lines: [`diff ${path} ${mode === undefined ? '' : `${mode} `}${index}`] };
}

function shortPlain(lines: readonly string[], at: number): Short | undefined {
  const [line = '', from, to] = PLAIN.exec(lines[at] as string) ?? [];
  const [old = '', now = ''] = lines.slice(at + 1, at + 3);
  if (line === '' || !old.startsWith(`--- ${from}\t`) || !now.startsWith(`+++ ${to}\t`)) return undefined;
  const times = [`---${old.slice(4 + (from ?? '').length)}`, `+++${now.slice(4 + (to ?? '').length)}`];
  return { count: 3, lines: [line, ...times] };
}

const shortStat = (rows: readonly string[]): Short | undefined =>
  rows.length === 0 ? undefined : { count: rows.length, lines: rows };

function lengthen(body: readonly string[]): readonly string[] {
  const out: string[] = [];
  const diff = openDiff();
  let author = '';
  const put = (line: string): void => {
    out.push(line);
    diff.read(line);
  };
  for (let at = 0; at < body.length; at += 1) {
    const line = body[at] as string;
    if (diff.isInHunk) {
      put(line);
      continue;
    }
    const stat = joinStat(body, at);
    if (stat.length > 0) {
      for (const each of stat) put(each);
      at += stat.length - 1;
      continue;
    }
    const [, path, mode, index = ''] = SHORT_GIT.exec(line) ?? [];
    if (path !== undefined) {
      for (const each of [
        `diff --git a/${path} b/${path}`,
        ...(mode === undefined ? [] : [mode]),
        index,
        ...namesOf(path, mode),
      ])
        put(each);
      continue;
    }
    if (DATE.test(line) && isHead(out, out.length)) {
      if (author === '') throw new BadForm(at + 1, 'no author stands above');
      put(author);
    }
    if (AUTHOR.test(line) && isHead(out, out.length)) author = line;
    put(withName(line, out));
  }
  return out;
}

/** A line of `diff -r` with a time, but no name. */
function withName(line: string, above: readonly string[]): string {
  const before = above[above.length - 1] ?? '';
  if (line.startsWith('---\t')) {
    const name = PLAIN.exec(before)?.[1];
    return name === undefined ? line : `--- ${name}${line.slice(3)}`;
  }
  if (!line.startsWith('+++\t') || !before.startsWith('--- ')) return line;
  const name = PLAIN.exec(above[above.length - 2] ?? '')?.[2];
  return name === undefined ? line : `+++ ${name}${line.slice(3)}`;
}
