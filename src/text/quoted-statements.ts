/** Statements that are shown below the place where they stand. */

/** A call of a test in Go: nothing but where it stands. */
const GO_CALL = /^(\s+)\/\S+\.go:\d+$/;

/** Tells a call's statement, set in below its place, as quicktest shows it. */
export function openBelowCall(): { read(text: string): boolean } {
  /** Characters that the place is indented by; -1 where none stands above. */
  let indent = -1;
  return {
    read(text) {
      const isIn = indent >= 0 && /\S/.test(text) && text.search(/\S/) > indent && !GO_CALL.test(text);
      if (!isIn) indent = GO_CALL.exec(text)?.[1]?.length ?? -1;
      return isIn;
    },
  };
}

/** A warning of Python that one line says whole. */
const WARNING = /^\s*\S+\.py:\d+: \w*Warning: .*[^:\s]\s*$/;

/** Tells the statement that Python shows below a warning, set in by two. */
export function openBelowWarning(): { read(text: string, next: string): boolean } {
  /** Characters that the warning above is indented by; -1 where none stands there. */
  let indent = -1;
  return {
    read(text, next) {
      const isLast = next.trim() === '' || indentOf(next) <= indent;
      const isStatement = indent >= 0 && text.trim() !== '' && indentOf(text) === indent + 2 && isLast;
      indent = WARNING.test(text) ? indentOf(text) : -1;
      return isStatement;
    },
  };
}

const indentOf = (text: string): number => text.length - text.trimStart().length;
