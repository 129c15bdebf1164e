/** Which commands in a host's settings are of our making. */

const PROGRAM = String.raw`(?:(?:^|[\\/\s'"])tinyjuice(?:\.cmd)?|[\\/]dist[\\/]cli\.js)['"]?`;

/** Whether some text in a value runs our hook for this host. Other programs have hooks of the same names. */
export function isOursFor(host: string): (value: unknown) => boolean {
  const command = new RegExp(String.raw`${PROGRAM} hook ${host}(?:\s|$)`);
  return value => textsIn(value).some(text => command.test(text));
}

/** The same for an entry of one edit, which may be no command. */
export function isOursIn({ entry }: { readonly entry: unknown }, host: string): (value: unknown) => boolean {
  const isCommand = isOursFor(host);
  const text = JSON.stringify(entry);
  return value => isCommand(value) || JSON.stringify(value) === text;
}

/** All texts in a value, at any depth. */
export function textsIn(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [];
}
