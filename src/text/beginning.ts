/** How many characters two texts have in common at their start. */
export function lengthOfCommon(one: string, other: string): number {
  let at = 0;
  while (at < one.length && one.charCodeAt(at) === other.charCodeAt(at)) at += 1;
  return at;
}
