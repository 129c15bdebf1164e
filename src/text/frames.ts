/** Stack frames, by language, and whether they are the user's own code. */

/** How a language prints its stack: the newest call first, or last. */
export type FrameOrder = 'newest-first' | 'newest-last';

export interface Frame {
  readonly order: FrameOrder;
  /** True for code of a library, a runtime or a test runner. */
  readonly isLibrary: boolean;
}

const NEWEST_FIRST =
  /^\s*(?:at (?:async |new )?[\w$.<>[\]/ #:~@-]+ ?\(.*\)|at (?:async )?(?:file:|node:|\/|[A-Za-z]:\\|[\w@.-]+\/).*:\d+(?::\d+)?|at [\w$.<>]+\([\w$.<>]+(?:\.\w+:\d+)?\)|from \S+:\d+:in .*|#\d+\s+(?:0x[0-9a-f]+ )?(?:in )?\S.*(?::\d+|\(.*\))|at .* in .*:line \d+|❯ \S+ (?:node_modules|file:|node:)\S*:\d+:\d+|\d{1,3} +\S.*\s0x[0-9a-f]{6,16} \S.* \+ \d+)\s*$/;
/** As JUnit's console and a few others print Java's frames: without `at`. */
const BARE_JAVA =
  /^\s{4,}(?:[\w.$@-]*\/)*(?:[\w$]+\.)+[\w$<>]+\((?:[\w$]+\.(?:java|kt|scala|groovy):\d+|Native Method)\)\s*$/;
const PYTHON = /^\s*(?:\|\s*)?File "[^"]+", line \d+(?:, in .*)?$/;
/** How each of them begins: most lines are none, and that is to cost little. */
const MAY_BE = /^\s*(?:at |from |#\d|\d{1,3} |❯ |(?:\|\s*)?File "|[\w$@-]+[./].*[\dd]\)\s*$)/;
const LIBRARY =
  /node_modules|\.dylib\b|\bnode:|\(internal\/|site-packages|dist-packages|\/lib\/python3|\/usr\/(?:local\/)?(?:lib|include)|\/rustc\/|\.cargo\/registry|\/usr\/local\/go\/src|\/go\/pkg\/mod|at (?:java|javax|jdk|sun|kotlin|scala|groovy|com\.sun)[./]|org\.(?:junit|apache|springframework|gradle|hibernate|codehaus|testng|mockito|eclipse|jboss)\.|io\.(?:netty|undertow|micrometer)\.|<frozen |\/gems\/|\/vendor\/|\.\.\/sysdeps|libc\.so|ld-linux|at System\.|at Microsoft\.|<anonymous>\)?$|\(native\)|\bstd::|\bcore::/;

const BARE_LIBRARY =
  /^\s*(?:java|javax|jdk|sun|kotlin|scala|groovy)[./]|^\s*(?:\S*\/)?(?:org\.(?:junit|opentest4j|testng|mockito|gradle)|junit)\./;
/** A class of tests, whoever's: a project may well be one of those that others use. */
const OF_TESTS = /\(\w+(?:Tests?|TestCase|IT|Spec)\.(?:java|kt|scala|groovy):\d+\)\s*$/;

/** What fails a test once it is known that it has failed: which assertion that was, the user's own call says. */
const ASSERTION = /[\\/]unittest[\\/](?:case|async_case|mock)\.py", line /;

/** The frame is that of an assertion, even where no other is newer. */
export const isAssertionFrame = (text: string): boolean => ASSERTION.test(text);

/** Reads a line as a stack frame; undefined where it is none. */
export function frameOf(text: string): Frame | undefined {
  if (text.length > 500 || !MAY_BE.test(text)) return undefined;
  if (PYTHON.test(text)) return { order: 'newest-last', isLibrary: LIBRARY.test(text) };
  if (BARE_JAVA.test(text)) return { order: 'newest-first', isLibrary: BARE_LIBRARY.test(text) };
  if (NEWEST_FIRST.test(text)) return { order: 'newest-first', isLibrary: LIBRARY.test(text) && !OF_TESTS.test(text) };
  return undefined;
}
