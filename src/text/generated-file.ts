/** Files that a tool writes and nobody reads line by line: by their names, and by what they say of themselves. */

/** What package managers write about what they have resolved. */
const LOCKFILES: ReadonlySet<string> = new Set(
  (
    'package-lock.json npm-shrinkwrap.json yarn.lock pnpm-lock.yaml bun.lock deno.lock Cargo.lock poetry.lock uv.lock ' +
    'pdm.lock pixi.lock Pipfile.lock conda-lock.yml go.sum go.work.sum composer.lock Gemfile.lock flake.lock mix.lock ' +
    'rebar.lock pubspec.lock Podfile.lock Cartfile.resolved Package.resolved packages.lock.json gradle.lockfile ' +
    'buildscript-gradle.lockfile .terraform.lock.hcl paket.lock stack.yaml.lock cabal.project.freeze MODULE.bazel.lock'
  ).split(' '),
);

/** Minified files and source maps. */
const BUILT = /\.(?:min\.(?:js|css|mjs|cjs)|(?:js|mjs|cjs|css|ts)\.map)$/;

/** True for a file that is written by a tool, as its name alone says. */
export function isGeneratedName(path: string): boolean {
  const name = path.slice(path.lastIndexOf('/') + 1);
  return LOCKFILES.has(name) || BUILT.test(name);
}

/**
 * A comment that says so, as a line of its own and from its first word on: elsewhere it may speak of other files, and in
 * the source of a generator such words stand in a string.
 */
const SAYS_GENERATED =
  /^\s*(?:\/\/+|#+|\/?\*+|<!--|--|;+|%)!?\s*(?:(?:This (?:file|code) is )?@generated\b|(?:This (?:file|code) (?:is|was|has been) )?(?:Code |Auto(?:matically)?[- ]?)?generated\b.*\bDO NOT (?:EDIT|MODIFY)\b)/i;
/** Such a comment stands so near to the beginning of its file. */
const MAX_HEAD_LINES = 20;

/** True if line `number` of a file says that the file is written by a tool. */
export const saysGenerated = (text: string, number: number): boolean =>
  number <= MAX_HEAD_LINES && text.length < 400 && SAYS_GENERATED.test(text);

const BUNDLE = /(?:^|\/)(?:dist|build|out|public)\/.*\.(?:js|mjs|cjs|css)$/;
/** No person writes longer lines. */
const MIN_BUNDLE_LINE_CHARS = 1_000;

/** True if a line is one of a bundle, by its file's folder and its length. */
export const isBundleLine = (path: string, text: string): boolean =>
  text.length >= MIN_BUNDLE_LINE_CHARS && BUNDLE.test(path);
