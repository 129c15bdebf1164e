/** Names of what a text may be, and what a caller's word for it says: a kind, a MIME type, a file's extension. */
import type { Shape } from '../line.js';

/** What a text of each kind may lose (DESIGN §4). Undefined: that is for what its lines show to say. */
const SHAPES = {
  json: 'document',
  jsonl: 'document',
  csv: 'document',
  tsv: 'document',
  yaml: 'document',
  toml: 'document',
  ini: 'document',
  diff: 'document',
  html: 'document',
  xml: 'document',
  code: 'document',
  markdown: 'document',
  prose: 'document',
  search: 'enumeration',
  listing: 'enumeration',
  table: 'enumeration',
  log: 'stream',
  'access-log': 'stream',
  'stack-trace': undefined,
  'test-output': undefined,
  'build-output': undefined,
  shell: undefined,
  terminal: undefined,
  binary: undefined,
} as const satisfies Record<string, Shape | undefined>;

export type TextKind = keyof typeof SHAPES;

/** All of them, in the order in which they are listed to users. */
export const TEXT_KINDS = Object.keys(SHAPES) as readonly TextKind[];

export const shapeOfKind = (kind: TextKind): Shape | undefined => SHAPES[kind];

/** Undefined for a word that is no kind. */
export const kindNamed = (name: string): TextKind | undefined => TEXT_KINDS.find(kind => kind === name);

const MIMES: readonly (readonly [RegExp, TextKind])[] = [
  [/^(?:application|text)\/(?:x-)?(?:ndjson|jsonl|json-lines|jsonlines)$|\+json-seq$/, 'jsonl'],
  [/^(?:application|text)\/json$|\+json$/, 'json'],
  [/^text\/(?:csv|comma-separated-values)$/, 'csv'],
  [/^text\/tab-separated-values$/, 'tsv'],
  [/^(?:application|text)\/(?:x-)?yaml$|\+yaml$/, 'yaml'],
  [/^application\/toml$/, 'toml'],
  [/^text\/(?:x-)?(?:diff|patch)$/, 'diff'],
  [/^(?:text\/html|application\/xhtml\+xml)$/, 'html'],
  [/^(?:application|text)\/xml$|\+xml$/, 'xml'],
  [/^text\/(?:x-)?markdown$/, 'markdown'],
  [
    /^(?:text|application)\/(?:x-)?(?:javascript|ecmascript|typescript|python|ruby|perl|php|sh|shellscript|sql)$/,
    'code',
  ],
  [/^text\/(?:x-(?:c|c\+\+|csrc|c\+\+src|chdr|go|java|java-source|rust|scala|kotlin|swift|csharp)|css)$/, 'code'],
  [
    /^(?:image|audio|video|font)\/|^application\/(?:octet-stream|pdf|wasm|zip|gzip|x-(?:tar|xz|bzip2|7z-compressed))$/,
    'binary',
  ],
];

/** Undefined where the type says nothing of the text, as `text/plain` does. */
export function kindOfMime(mime: string): TextKind | undefined {
  const type = mime.split(';')[0]?.trim().toLowerCase() ?? '';
  // What stands before the plus is a kind of its own.
  if (type === 'image/svg+xml') return 'xml';
  return MIMES.find(([pattern]) => pattern.test(type))?.[1];
}

const EXTENSIONS: Partial<Record<TextKind, string>> = {
  json: 'json json5 jsonc geojson webmanifest map ipynb har',
  jsonl: 'jsonl ndjson',
  csv: 'csv',
  tsv: 'tsv tab',
  yaml: 'yaml yml',
  toml: 'toml',
  ini: 'ini cfg conf properties env editorconfig',
  diff: 'diff patch',
  html: 'html htm xhtml',
  xml: 'xml svg xsd xsl xslt rss atom plist pom csproj',
  code: 'c h cc cpp cxx hh hpp hxx m mm cs java kt kts scala go rs py pyi rb php pl pm lua r jl swift dart js mjs cjs jsx ts mts cts tsx vue svelte css scss less sql sh bash zsh fish ps1 hs ml ex exs erl clj tf proto graphql',
  markdown: 'md markdown mdx',
  prose: 'rst adoc tex',
  log: 'log',
  binary:
    'png jpg jpeg gif webp ico pdf zip gz xz bz2 zst tar 7z jar class wasm so o a exe dll bin woff woff2 mp3 mp4 sqlite',
};

/** @param extension with or without its dot, or a whole file name. Undefined where it says nothing of the text. */
export function kindOfExtension(extension: string): TextKind | undefined {
  const bare = extension.slice(extension.lastIndexOf('.') + 1).toLowerCase();
  if (bare === '') return undefined;
  return TEXT_KINDS.find(kind => EXTENSIONS[kind]?.split(' ').includes(bare));
}
