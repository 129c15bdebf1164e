/** Lines that a CI service acts on: dropping, folding or holding one back changes what the CI does. */

/** Why such a line must stay, as `because` says it. */
export const CI_COMMAND = 'ci command';

/**
 * GitHub (`::error file=…::`, `##[group]`), Azure (`##vso[…]`), TeamCity (`##teamcity[…]`), GitLab (`section_start:…`,
 * with an erase code before it), Buildkite (`--- ~~~ +++` are no commands and stay ordinary), Travis (`travis_fold:`).
 */
const COMMAND =
  /^(?:\s*::[a-z][a-z-]*(?: [^:]*(?::(?!:)[^:]*)*)?::|\s*##(?:\[|vso\[|teamcity\[)|(?:\x1b\[0K)?section_(?:start|end):\d+:|travis_(?:fold|time):)/;

/** True for a line that a CI service acts on. `text` may hold control codes. */
export function isCiCommand(text: string): boolean {
  const first = text.charCodeAt(0);
  if (first !== 0x3a && first !== 0x23 && first !== 0x73 && first !== 0x1b && first !== 0x20 && first !== 0x74)
    return false;
  return COMMAND.test(text.length > 4_096 ? text.slice(0, 4_096) : text);
}

/** GitLab finds its marks anywhere in a line: behind text that had no line feed, or right behind each other. */
const SECTION_INSIDE = /section_(?:start|end):\d+:[\w.-]+(?:\[[^\]]*\])?\r\x1b\[0K/;

/** True for a line, as it was printed, that holds such a command behind other text. */
export function holdsCiCommand(raw: string): boolean {
  return raw.includes('\r\x1b[0K') && SECTION_INSIDE.test(raw);
}
