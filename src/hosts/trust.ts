/** Hosts that skip a hook until their user has agreed to it, and again once it has changed. */
import { hashOf } from './files.js';
import type { Json, Trust } from './host.js';
import { fieldsOf, isFields } from './values.js';

/** `open`: nobody has agreed yet. `changed`: to something else. `off`: agreed to, and switched off since. */
export type Agreement = 'agreed' | 'open' | 'changed' | 'off';

/**
 * What the host makes of our entry.
 * @param remembered what its file holds under the entry's key.
 * @param entry undefined: it is not as we write it, so nobody knows what it should be remembered as.
 */
export function agreementOn(remembered: unknown, { remembers }: Trust, entry: Json | undefined): Agreement {
  const { [remembers.hash]: hash, [remembers.isOn]: isOn } = fieldsOf(remembered);
  if (remembered === undefined) return 'open';
  if (isOn === false) return 'off';
  return entry === undefined || hash === agreedHash(remembers.of(entry)) ? 'agreed' : 'changed';
}

/** As the host would remember that its user has agreed to an entry. */
export const agreementFor = ({ remembers }: Trust, entry: Json): Readonly<Record<string, string>> => ({
  [remembers.hash]: agreedHash(remembers.of(entry)),
});

const agreedHash = (value: Json): string => `sha256:${hashOf(JSON.stringify(sorted(value)))}`;

/** Its names in order, at any depth. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (!isFields(value)) return value;
  return Object.fromEntries(
    Object.keys(value)
      .sort()
      .map(name => [name, sorted(value[name])]),
  );
}
