/** How many characters two texts have in common at their start. */
export function lengthOfCommon(one: string, other: string): number {
  let at = 0;
  while (at < one.length && one.charCodeAt(at) === other.charCodeAt(at)) at += 1;
  return at;
}

/** What all texts begin with. */
export function commonStart(texts: readonly string[]): string {
  let common = texts[0] ?? '';
  for (const text of texts) {
    common = common.slice(0, lengthOfCommon(common, text));
    if (common === '') break;
  }
  return common;
}

/** What all texts end with. */
export function commonEnd(texts: readonly string[]): string {
  let common = texts[0] ?? '';
  for (const text of texts) {
    let length = 0;
    while (
      length < common.length &&
      common.charCodeAt(common.length - 1 - length) === text.charCodeAt(text.length - 1 - length)
    )
      length += 1;
    common = common.slice(common.length - length);
    if (common === '') break;
  }
  return common;
}
