/** Whether a text is YAML, TOML, or of the many that say `name = value`. */
import type { Seen } from './seen.js';

const COMMENT = /^\s*[#;]/;
const TABLE = /^\s*\[\[?[\w."' :/@*-]+\]\]?\s*(?:[#;].*)?$/;
const TOML_VALUE = /^\s*[\w."'-]+\s*=\s*(?:"|'|\[|\{|true\b|false\b|[-+]?\d[\d_.:eETZ+-]*\s*(?:#.*)?$)/;
const IN_ARRAY = /^\s*(?:"(?:[^"\\]|\\.)*"|'[^']*'|[\d.]+|\{.*\})\s*,?\s*(?:#.*)?$|^\s*[\]}],?\s*$/;
const ASSIGNED = /^\s*(?:export )?[\w.*/ -]+?\s*[=:](?!=).*$/;
const KEYED = /^\s*(?:- )*(?:"[^"]*"|'[^']*'|[\w$@.*/<-][^:#{}[\];,"'()=]{0,60}):(?: +\S.*| *)$/;
const ITEM = /^\s*- \S|^\s*-$/;
const MARK = /^(?:---|\.\.\.)(?: |$)|^%YAML/;
/** What ends statements is no value. */
const ENDED = /[;{,]\s*$|^\s*[})]/;

export function looksLikeToml({ lines, share }: Seen): number {
  const valued = share(line => TOML_VALUE.test(line));
  if (valued < 0.15 || lines.some(line => /^\s*(?:const|let|var|export|import|def|fn|func) /.test(line))) return 0;
  const hasTable = lines.some(line => TABLE.test(line) && !/^\s*\[\d/.test(line));
  const fitting = share(line => COMMENT.test(line) || TABLE.test(line) || TOML_VALUE.test(line) || IN_ARRAY.test(line));
  return hasTable
    ? fitting
    : fitting > 0.9 && valued > 0.5 && lines.every(line => !/^\s*[A-Z_]+=/.test(line))
      ? 0.8
      : 0;
}

export function looksLikeIni({ lines, share }: Seen): number {
  const tables = lines.filter(line => TABLE.test(line) && !/^\s*\[\d/.test(line)).length;
  if (tables > 0)
    return share(line => COMMENT.test(line) || TABLE.test(line) || (ASSIGNED.test(line) && !ENDED.test(line))) * 0.9;
  // Without a section: `NAME=value`, `a.b.c=value`.
  const tight = share(line => COMMENT.test(line) || /^(?:export )?[A-Za-z_][\w.-]*\s?=\s?\S*/.test(line), 0.89);
  return lines.length >= 3 && tight >= 0.9 && !lines.some(line => ENDED.test(line)) ? 0.85 : 0;
}

export function looksLikeYaml({ lines, share }: Seen): number {
  const keyed = share(line => KEYED.test(line));
  if (keyed < 0.3 || /^(?:On branch|HEAD detached) |^\s*\w+ing [^:]*$/.test(lines[0] ?? '')) return 0;
  const isMarked = lines.some(line => MARK.test(line));
  const isNested = lines.some((line, at) => /:\s*(?:[|>][-+]?)?$/.test(line) && /^\s+|^- /.test(lines[at + 1] ?? ''));
  const fitting = share(
    line => KEYED.test(line) || ITEM.test(line) || COMMENT.test(line) || MARK.test(line) || /^\s{2,}\S/.test(line),
  );
  const ended = share(line => ENDED.test(line));
  if (ended > 0.15 || !(isMarked || isNested || keyed > 0.9)) return 0;
  return Math.max(0, Math.min(0.94, fitting) - ended - (isNested || isMarked ? 0 : 0.25));
}
