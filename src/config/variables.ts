/** The settings of the environment: `TINYJUICE_CCR_TTL_SECS=60`, and the quick switch `TINYJUICE=off`. */
import { printable } from '../text/printable.js';
import { checkText } from './check-value.js';
import { type KeyName, keyNames, QUICK_SWITCH, variableOf } from './keys.js';
import type { Entry, Layer, Problem, Source } from './layer.js';

export type Variables = Readonly<Record<string, string | undefined>>;

/** What begins so is no other program's, and none of our own switches. */
const OURS = /^TINYJUICE_(?:CCR|COMPRESSORS)_/;

/** Those that may set something. */
export const settingVariables = (variables: Variables): readonly string[] =>
  Object.keys(variables).filter(name => name === QUICK_SWITCH || known.has(name) || OURS.test(name));

const known = new Map(keyNames.map(key => [variableOf(key), key] as const));

/** An empty variable is none. */
export function readVariables(variables: Variables, home: string): Layer {
  const entries = new Map<string, Entry>();
  const problems: Problem[] = [];
  const take = (variable: string, key: KeyName): void => {
    const text = variables[variable];
    if (text === undefined || text === '') return;
    const source: Source = { layer: 'environment', variable };
    const checked = checkText(key, text, home);
    if ('fault' in checked)
      problems.push({ source, key: undefined, isUnknownKey: false, setting: key, message: `${checked.fault}.` });
    else entries.set(key, { value: checked.value, source });
  };
  for (const [variable, key] of known) take(variable, key);
  take(QUICK_SWITCH, 'profile');
  for (const variable of Object.keys(variables).filter(name => OURS.test(name) && !known.has(name)))
    problems.push({
      source: { layer: 'environment', variable: printable(variable) },
      key: undefined,
      isUnknownKey: true,
      message: 'there is no such setting. See tinyjuice config.',
    });
  return { entries, problems };
}
