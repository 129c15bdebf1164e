/** Lines that a CI service acts on: dropping, folding or holding one back changes what the CI does. */

/**
 * GitHub (`::error file=…::`, `##[group]`), Azure (`##vso[…]`), TeamCity (`##teamcity[…]`), GitLab (`section_start:…`,
 * with an erase code before it), Buildkite (`--- ~~~ +++` are no commands and stay ordinary), Travis (`travis_fold:`).
 */
const CI_COMMAND =
  /^(?:\s*::[a-z][a-z-]*(?: [^:]*(?::(?!:)[^:]*)*)?::|\s*##(?:\[|vso\[|teamcity\[)|(?:\x1b\[0K)?section_(?:start|end):\d+:|travis_(?:fold|time):)/;

/** True for a line that a CI service acts on. `text` may hold control codes. */
export function isCiCommand(text: string): boolean {
  const first = text.charCodeAt(0);
  if (first !== 0x3a && first !== 0x23 && first !== 0x73 && first !== 0x1b && first !== 0x20 && first !== 0x74)
    return false;
  return CI_COMMAND.test(text.length > 4_096 ? text.slice(0, 4_096) : text);
}
