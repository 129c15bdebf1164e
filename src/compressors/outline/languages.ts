/** Programming languages of which outlines are made: what files are called, and what their lines look like. */

export interface Language {
  /** As the label says it. */
  readonly name: string;
  /** Of the grammar's file. */
  readonly grammar: string;
  /** Endings of file names. */
  readonly extensions: string;
  /** Whole MIME types, without `x-`. */
  readonly mimes: RegExp;
  /** Programs in a first line that begins with `#!`. */
  readonly programs?: RegExp;
  /** A line that is hardly of any other language. */
  readonly looks: RegExp;
}

export const LANGUAGES: readonly Language[] = [
  {
    name: 'python',
    grammar: 'python',
    extensions: 'py pyi pyw',
    mimes: /\/python$/,
    programs: /^python/,
    looks:
      /^\s*(?:(?:async )?def \w+\(|class \w+(?:\(.*\))?:$|from [\w.]+ import |elif .*:$|except\b.*:$|@\w+$|import [\w.]+(?: as \w+)?$)/,
  },
  {
    name: 'typescript',
    grammar: 'typescript',
    extensions: 'ts mts cts',
    mimes: /\/typescript$/,
    programs: /^(?:ts-node|tsx|deno)/,
    looks:
      /^\s*(?:export )?(?:declare |abstract )*(?:interface \w+|type \w+(?:<.*>)? =|enum \w+|namespace \w+)|^import type |(?:readonly \w+|[\w)\]]\??): ?(?:string|number|boolean|void|unknown|any|never|Promise<|readonly |\w+\[\])/,
  },
  {
    name: 'tsx',
    grammar: 'tsx',
    extensions: 'tsx',
    mimes: /^$/,
    looks: /^\s*<\/?[A-Z]?\w+[^;]*>$|^\s*return \($|: (?:React|JSX)\./,
  },
  {
    name: 'javascript',
    grammar: 'javascript',
    extensions: 'js mjs cjs jsx',
    mimes: /\/(?:java|ecma)script$/,
    programs: /^(?:node|bun)/,
    looks:
      /^\s*(?:(?:const|let|var) [\w{[$]|(?:export )?(?:default )?(?:async )?function\b|module\.exports|exports\.|import .* from ['"]|export (?:const|default|\{))|=> \{$|require\(['"]/,
  },
  {
    name: 'rust',
    grammar: 'rust',
    extensions: 'rs',
    mimes: /\/rust$/,
    looks:
      /^\s*(?:pub(?:\([^)]*\))? )?(?:(?:async |unsafe |const |extern "C" )*fn \w+|impl\b.*\{$|trait \w+|mod \w+|use \w+::)|let mut |^\s*#!?\[\w+/,
  },
  {
    name: 'go',
    grammar: 'go',
    extensions: 'go',
    mimes: /\/go$/,
    looks:
      /^package \w+$|^func (?:\(\w* ?\*?[\w[\], ]+\) )?\w+(?:\[.*\])?\(|^\t+.* := |^import \($|^type \w+ (?:struct|interface) \{/,
  },
  {
    name: 'java',
    grammar: 'java',
    extensions: 'java',
    mimes: /\/java(?:-source)?$/,
    looks:
      /^package [\w.]+;|^import (?:static )?[\w.*]+;|^\s*(?:@Override|(?:public|private|protected) (?:static |final |abstract |synchronized )*(?:class|interface|enum|record|[\w<>[\], ?]+) \w+ ?[({])/,
  },
  {
    name: 'c',
    grammar: 'cpp',
    extensions: 'c h',
    mimes: /\/(?:csrc|c|chdr)$/,
    looks:
      /^\s*#\s*(?:include|define|ifn?def|endif)\b|^(?:static |extern |inline |const |unsigned )*(?:int|void|char|struct \w+|size_t|bool|long|double)\b[\s*]+\w+ ?[([=;]/,
  },
  {
    name: 'c++',
    grammar: 'cpp',
    extensions: 'cc cpp cxx hh hpp hxx ipp inl',
    mimes: /\/c\+\+(?:src)?$/,
    looks:
      /^\s*(?:#include <\w+>$|template ?<|namespace \w+|using (?:namespace )?\w+|class \w+.*[{:]$|public:|private:|protected:)|std::|^[\w:<>*& ]+\w+::~?\w+\(/,
  },
  {
    name: 'c#',
    grammar: 'c-sharp',
    extensions: 'cs csx',
    mimes: /\/csharp$/,
    looks:
      /^using [\w.]+;|^namespace [\w.]+|\{ get;|^\s*(?:public|private|internal|protected) (?:static |async |override |sealed |readonly |virtual |partial )*[\w<>[\]?., ]+\s*(?:\w+\(|\w+$)|\bvar \w+ = new /,
  },
  {
    name: 'ruby',
    grammar: 'ruby',
    extensions: 'rb rake gemspec',
    mimes: /\/ruby$/,
    programs: /^ruby/,
    looks:
      /^\s*(?:def [\w.?!=]+(?:\(.*\))?$|require(?:_relative)? ['"]|module [A-Z]\w*$|class [A-Z]\w*(?: < [\w:]+)?$|end$|attr_\w+ :|.* do(?: \|.*\|)?$|elsif )/,
  },
  {
    name: 'php',
    grammar: 'php',
    extensions: 'php phtml',
    mimes: /\/(?:httpd-)?php$/,
    programs: /^php/,
    looks:
      /^<\?php|\$this->|^\s*(?:(?:public|private|protected|static|final) )*function \w+\(|^namespace [\w\\]+;|^use [\w\\]+;/,
  },
  {
    name: 'bash',
    grammar: 'bash',
    extensions: 'sh bash zsh ksh',
    mimes: /\/(?:sh|shellscript)$/,
    programs: /^(?:ba|z|k|da)?sh/,
    looks: /^\s*(?:fi|done|esac|then|do|\w[\w-]*\(\) ?\{|if \[\[? |local \w+|export \w+=|echo ["$])|\$\{\w+/,
  },
];
