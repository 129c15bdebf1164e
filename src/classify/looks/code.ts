/** Whether a text is source code. */
import type { Seen } from './seen.js';
import { outsideFences } from './writing.js';

const SHEBANG = /^#!\s*\//;
const COMMENT = /^\s*(?:\/\/|\/\*|\*[ /]|\*$|#|--|"""|''')/;
const STATEMENT = /[{};]\s*(?:\/\/.*)?$|^\s*[)}\]]+[,;]?\s*$|[({[,]\s*$|=>\s*$|^\s*<\/?[A-Z]\w*/;
const KEYWORD =
  /^\s*(?:(?:export|default|public|private|protected|internal|static|final|abstract|async|override|pub(?:\([a-z]+\))?|unsafe|extern|inline|virtual|const|constexpr|open|sealed|data|suspend)\s+)*(?:def|class|fn|func|function|const|let|var|val|return|if|elif|else|for|foreach|while|switch|match|case|try|except|catch|finally|raise|throw|import|from|use|using|package|namespace|module|require|include|type|interface|struct|enum|trait|impl|mod|with|yield|await|do|end|begin|then|fi|done|esac|echo|local|export|unless|elsif|SELECT|INSERT|UPDATE|CREATE|ALTER|DROP|void|int|char|bool|string|double|float|public|private|template|typedef|#include|#define|#if|#endif)\b/;
const ASSIGNED = /^\s*(?:self\.|this\.|\$|@)?[\w.[\]'"$]+\s*(?::\s*[\w<>[\]., |]+)?\s*(?:[-+*/|&:]?=)\s*\S/;
const CALL = /^\s*[\w.$:!]+\(.*\)?[;,]?\s*$/;

/** What nothing but a program says. */
const DEFINED =
  /^\s*(?:(?:export |default |public |private |protected |static |final |abstract |async |pub(?:\(\w+\))? |unsafe |declare )*(?:def \w+[\w.]*[ (:]|class \w+|fn \w+|func[ (]\w*|function\*? ?\w*\(|interface \w+|struct \w+|enum \w+|trait \w+|impl[ <]|namespace \w+|type \w+ ?[=<]|const \w+ ?[:=]|let \w+ ?[:=]|var \w+ ?[:= ]|my [$@%(])|import [\w{*"'(]|from [\w.]+ import |package [\w.:]+;?\s*$|use [\w:\\]+|#\s*(?:include [<"]|define \w|ifn?def \w|pragma \w|if |endif)|require ['"(]|module\.exports|using [\w.]+;|sub \w+|module \w+)/;
const SHELL = /(?:^|[\s"'])(?:\$[({\w@?]|&&|\|\||2>&1|>\/dev\/null)|\\$|;;\s*$/;
const COMMENTS = /\/\*[\s\S]*?(?:\*\/|$)|("""|''')[\s\S]*?(?:\1|$)|<!--[\s\S]*?-->/g;

export function looksLikeCode({ lines, first }: Seen): number {
  if (SHEBANG.test(first)) return 1;
  if (lines.length < 3) return 0;
  const bare = outsideFences(lines).join('\n').replace(COMMENTS, '').split('\n');
  const rest = bare.filter(line => line.trim() !== '' && !COMMENT.test(line));
  // All that is seen of the file may be the comment at its top.
  if (rest.length === 0) return /^\s*(?:\/\*|\/\/)/.test(first) ? 0.8 : 0;
  const shareOf = (isSo: (line: string) => boolean): number => rest.filter(isSo).length / rest.length;
  const defined = rest.filter(line => DEFINED.test(line)).length;
  const hardLines = new Set(
    rest.filter(line => STATEMENT.test(line) || KEYWORD.test(line) || (defined > 0 && DEFINED.test(line))),
  );
  const hard = shareOf(line => hardLines.has(line));
  const code = shareOf(line => hardLines.has(line) || CALL.test(line) || ASSIGNED.test(line));
  const shell = shareOf(line => SHELL.test(line));
  if (defined >= 2 && defined >= rest.length * 0.02 && hard >= 0.2) return 0.95;
  if (defined > 0 && code >= 0.8) return 0.94;
  if (shell >= 0.3 && code >= 0.2) return 0.8;
  return hard < 0.25 ? 0 : Math.min(0.94, code);
}
