/** Parsers of programming languages: optional packages, looked for where this program is installed, loaded when asked for. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

/** What is used of a node of `web-tree-sitter`. */
export interface SyntaxNode {
  readonly type: string;
  readonly hasError: boolean;
  readonly startPosition: Point;
  readonly endPosition: Point;
  readonly startIndex: number;
  readonly endIndex: number;
  readonly namedChildren: readonly (SyntaxNode | null)[];
  readonly children: readonly (SyntaxNode | null)[];
  childForFieldName(name: string): SyntaxNode | null;
}

interface Point {
  readonly row: number;
  readonly column: number;
}

interface Tree {
  readonly rootNode: SyntaxNode;
  delete(): void;
}

interface Parser {
  setLanguage(language: unknown): void;
  /** Null where the callback says to stop. */
  parse(text: string, before: null, options: { progressCallback(): boolean }): Tree | null;
  delete(): void;
}

interface TreeSitter {
  readonly Parser: { new (): Parser; init(): Promise<void> };
  readonly Language: { load(wasm: Uint8Array): Promise<unknown> };
}

const RUNTIME = 'web-tree-sitter';
const GRAMMARS = '@vscode/tree-sitter-wasm';

/** What to tell a user without them. */
export const NOT_INSTALLED = `an outline needs the optional packages ${RUNTIME} and ${GRAMMARS}, which are not installed beside tinyjuice. Run: npm install ${RUNTIME}@0.27 ${GRAMMARS}@0.3 (with -g where tinyjuice is installed so)`;

const require = createRequire(import.meta.url);
let runtime: Promise<TreeSitter> | undefined;
const languages = new Map<string, Promise<unknown>>();

async function openRuntime(): Promise<TreeSitter> {
  const loaded = require(RUNTIME) as TreeSitter;
  await loaded.Parser.init();
  return loaded;
}

/** Whether both packages are there. */
export function areInstalled(): boolean {
  try {
    require.resolve(RUNTIME);
    require.resolve(GRAMMARS);
    return true;
  } catch {
    return false;
  }
}

/** Opens a parser. @param grammar the name of its file, without `tree-sitter-`. */
async function openParser(grammar: string): Promise<Parser> {
  runtime ??= openRuntime();
  const { Parser, Language } = await runtime;
  const load = (): Promise<unknown> =>
    Language.load(readFileSync(require.resolve(`${GRAMMARS}/wasm/tree-sitter-${grammar}.wasm`)));
  const language = languages.get(grammar) ?? load();
  languages.set(grammar, language);
  const parser = new Parser();
  parser.setLanguage(await language);
  return parser;
}

/**
 * Reads a text by a grammar and gives what `read` makes of it; undefined where that takes too long.
 * @throws where the packages are not there, or the parser breaks down.
 */
export async function parseBy<Result>(
  grammar: string,
  text: string,
  { isLate, read }: { isLate(): boolean; read(root: SyntaxNode): Result | undefined },
): Promise<Result | undefined> {
  const parser = await openParser(grammar);
  let tree: Tree | null = null;
  try {
    tree = parser.parse(text, null, { progressCallback: isLate });
    return tree === null ? undefined : read(tree.rootNode);
  } catch (error) {
    // Out of its memory or of its stack, it is of no use any more.
    runtime = undefined;
    languages.clear();
    throw error;
  } finally {
    if (runtime !== undefined) {
      tree?.delete();
      parser.delete();
    }
  }
}
