/** Which profile a run has: flag, then environment, then what the surface declares. */
import { JuiceError } from '../errors.js';
import type { Profile } from '../line.js';
import type { Environment } from './env.js';
import type { Flags } from './flags.js';

/**
 * `auto` is `full` for explicit `reduce` and `wrap`.
 * @throws {JuiceError} BAD_FLAG for a word in `TINYJUICE` that is no profile.
 */
export function profileOf(flags: Flags, environment: Environment): Profile {
  if (flags.raw) return 'off';
  const asked = flags.profile ?? environment.profile ?? 'auto';
  switch (asked) {
    case 'auto':
    case 'full':
      return 'full';
    case 'light':
      return 'light';
    case 'off':
      return 'off';
    default:
      throw new JuiceError('BAD_FLAG', `TINYJUICE: "${asked}" is no profile. Write off, light, full or auto.`);
  }
}
