/** Source that a formatter or a linter shows around what it would change. */

/** Where a formatter says what it would change, and the source around that. */
const FORMATTED = /^Diff in \S.*\.rs(?::\d+:?| at line \d+:)$/;
const CODE_FILE =
  /^\+\+\+ \S+\.(?:pyi?|rs|go|[cm]?[jt]sx?|java|kt|rb|c|cc|cpp|h|hpp|cs|swift|php|(?:ba|da|z|k)?sh|lua|tf|proto)\b/;
const HUNK = /^@@ -\d+(?:,(\d+))? \+\d+(?:,(\d+))? @@/;

/** Tells the lines that a diff of source code repeats on both sides. */
export function openHunk(): { read(text: string): boolean } {
  let isOfCode = false;
  /** Lines of the hunk to come; all up to one of another form, where the header does not say. */
  let [old, fresh] = [0, 0];
  let isOpen = false;
  return {
    read(text) {
      if (text.startsWith('Diff in ') && FORMATTED.test(text)) {
        isOpen = true;
        return false;
      }
      const sign = text.charAt(0);
      const isContext = sign === ' ' || sign === '';
      if (isOpen) {
        isOpen = isContext || sign === '+' || sign === '-';
        return isOpen && isContext;
      }
      if (old > 0 || fresh > 0) {
        if (sign !== '+') old -= 1;
        if (sign !== '-') fresh -= 1;
        return isContext;
      }
      const header = isOfCode ? HUNK.exec(text) : null;
      if (header !== null) [old, fresh] = [Number(header[1] ?? 1), Number(header[2] ?? 1)];
      else isOfCode = CODE_FILE.test(text) || (isOfCode && !/^\S/.test(text));
      return false;
    },
  };
}
