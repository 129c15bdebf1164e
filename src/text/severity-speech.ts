/** Text that only speaks of errors: source code, documents, search hits, headings, names of tests about to run. */

const CODE: readonly RegExp[] = [
  // After a diff sign, a line number or a gutter, a word that only code starts with.
  /^[-+>|\s]*(?:\d+\s*[|│:]?\s*)?[-+]?\s*(?:throw|raise|except|catch|return|import|from \S+ import|const|let|var|if|else|elif|def|class|func|fn|pub|use|while|for|#include|export|static|public|private|async|await|try|assert|with|struct|enum|impl|match|case|function)\b(?! (?:failed|error|failure|timed|denied)|: )/,
  /^\s*(?:\/\/|\/\*|#!|<!--|"""|--\[\[)|^\s+\*(?:\s|\/$)/,
  /^\s*>?\s*\d+(?::\d+)? ?[|│]/,
  /^\s*[|│]\s+(?:[-+|^~_`]|\|)*$/,
  /[;{(]\s*$/,
  /\w\((?:[frb]?["'`]|[a-z_]+, ?["'])/,
  /^[-+\s]*["'`].*["'`],?$/,
  /^[-+](?:\s{2,}|[^\s\d-].*[,;:({})\]]$)/,
  /^[^\s:]+[./][^\s:]*:\d+:(?:\S|\s{2,}|\t|$)/,
  /^\d+[:-](?!\d)(?! (?:fatal|error|warning))/,
  /<\/?(?:p|li|dl|dd|dt|em|code|span|a|td|pre|script|link|meta)\b/,
  /^\s+at (?:async )?\S+(?: \(|$)/,
];

/** Whether a line is source code, mark-up or a search hit. */
export function isSourceCode(text: string): boolean {
  return CODE.some(form => form.test(text));
}

const WORD = '(?:errors?|failures?|exceptions?|fail|fails|failed|failing|panics?|crash|crashes)';
/** What a tool is about to do. */
const HEADING =
  /^\s*(?:# Subtest:|=== RUN|=== CONT|=== PAUSE|Scenario:|Feature:|TASK \[|PLAY \[|RUNNING HANDLER|-- (?:Looking for|Check|Performing Test|Detecting)|\[ RUN )/;

/** Whether a line only announces a step, a test or a check by its name. */
export function isHeading(text: string): boolean {
  return HEADING.test(text);
}

const SPOKEN: readonly RegExp[] = [
  HEADING,
  new RegExp(
    `\\b(?:on|if|when|whether|unless|for|any|each|every|this|(?<!because )of|about an|returns?(?: an?)?|handles?|handling|raises?(?: an?)?|throws?(?: an?)?|catch(?:es)?|ignores?|logs?|the|may|might|should|would|could|will|can|must|to|that|which|usually|always|never|without|expected|avoid|prevents?|all|only|re-?run) ${WORD}\\b(?!:| occurred| to | with | while| \\()`,
    'i',
  ),
  /\b(?:errors?|failures?|exceptions?|warnings?) (?:handl\w+|messages?|codes?|types?|class(?:es)?|rates?|pages?|logs?|budgets?|paths?|boundar\w+|reporting|output|detector|recovery|correction|counts?|counters?|reports?|tracking|views?|responses?|templates?|go to|margin|bars?|device|prone)\b/i,
  /^\s{0,6}(?:[a-z]\w*\s{2,})*\S+(?:\s{2,}\S+)+$/,
];

/** Whether the failure word of a line is only spoken of: a compound ("error handling"), a condition ("if … fails"), a column. */
export function isSpokenOf(text: string): boolean {
  return SPOKEN.some(form => form.test(text));
}
