/** The rules of a run here: whose they are, and which are not used. */
import type { CustomPlaces } from '../../custom/custom-rules.js';
import { readTrust } from '../../custom/trust.js';
import { JuiceError } from '../../errors.js';
import { type RuleEntry, takeInventory } from '../../explain/inventory.js';
import type { Finding } from './finding.js';
import type { ShowPath } from './shown-path.js';

const counted = (count: number, what: string): string => `${count} ${what}${count === 1 ? '' : 's'}`;

/** Names no rule and no folder: `tinyjuice verify` and `tinyjuice rules` do. */
export async function checkRules(
  places: CustomPlaces,
  nowMs: () => number,
  show: ShowPath,
): Promise<readonly Finding[]> {
  try {
    readTrust(places.trustFile); // where no project is near, nobody else would look
    const { entries, project } = await takeInventory(places, nowMs);
    const of = (origin: RuleEntry['origin']) => entries.filter(entry => entry.origin === origin);
    const builtIn = of('built-in');
    const overridden = builtIn.filter(({ status }) => status === 'overridden').length;
    return [
      {
        name: 'rules',
        state: 'ok',
        says: `${counted(builtIn.length, 'rule')} built in, ${overridden} replaced by others`,
      },
      customFinding('user rules', of('user')),
      projectFinding(project?.state, of('project')),
    ];
  } catch (error) {
    if (!(error instanceof JuiceError)) throw error;
    const shown = show(places.trustFile);
    const says = error.message.replaceAll(places.trustFile, shown);
    return [{ name: 'trust', state: 'broken', says, repair: `rm "${shown}"` }];
  }
}

function customFinding(name: string, entries: readonly RuleEntry[]): Finding {
  const broken = entries.filter(({ status }) => status === 'broken').length;
  const partly = entries.filter(({ status, notes }) => status === 'active' && notes.length > 0).length;
  const repair = 'tinyjuice verify --rules';
  if (broken > 0)
    return { name, state: 'broken', says: `${broken} of ${counted(entries.length, 'rule')} cannot be used`, repair };
  if (partly > 0)
    return {
      name,
      state: 'warn',
      says: `of ${partly} of ${counted(entries.length, 'rule')} a part is not used`,
      repair,
    };
  return { name, state: 'ok', says: entries.length === 0 ? 'none' : counted(entries.length, 'rule') };
}

function projectFinding(
  state: 'trusted' | 'untrusted' | 'changed' | 'unusable' | undefined,
  entries: readonly RuleEntry[],
): Finding {
  const name = 'project rules';
  const repair = 'tinyjuice trust';
  switch (state) {
    case undefined:
      return { name, state: 'ok', says: 'none: there is no .tinyjuice here or above' };
    case 'trusted':
      return customFinding(name, entries);
    case 'untrusted':
      return { name, state: 'disabled', says: 'not trusted: they do nothing', repair };
    case 'changed':
      return { name, state: 'warn', says: 'not what was trusted: they do nothing', repair };
    case 'unusable':
      return { name, state: 'warn', says: 'not to be trusted, for there is a link or a device among them', repair };
    default: {
      const never: never = state;
      return never;
    }
  }
}
