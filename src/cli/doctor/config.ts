/** What `doctor` says of configuration. */
import { statOfLink } from '../../custom/stat-of-link.js';
import type { Finding } from './finding.js';
import type { ShowPath } from './shown-path.js';

/** Names no value and no key: they are the user's words. `tinyjuice config` does. */
export function checkConfig(problems: number, file: string, show: ShowPath): Finding {
  const name = 'config';
  if (problems > 0)
    return {
      name,
      state: 'broken',
      says: `${problems} ${problems === 1 ? 'setting' : 'settings'} cannot be used`,
      repair: 'tinyjuice config',
    };
  return { name, state: 'ok', says: statOfLink(file) === undefined ? 'no file: all is as it comes' : show(file) };
}
