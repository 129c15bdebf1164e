/** The store that machines share: whether it answers. Runs themselves never say when it does not. */
import { openRemotes } from '../../engine/remotes.js';
import { printable } from '../../text/printable.js';
import { maskPassword } from '../config-text.js';
import type { Environment } from '../env.js';
import type { Finding } from './finding.js';

const MAX_CHARS = 160;

/** Nothing where none is set. */
export async function checkRemote(
  url: string | undefined,
  { all: variables }: Environment,
): Promise<readonly Finding[]> {
  if (!url) return [];
  const name = 'remote';
  const shown = printable(maskPassword(url), MAX_CHARS);
  const remote = await openRemotes({ now: Date.now, variables })(url);
  const fault = remote === undefined ? 'a part of the program is missing' : await remote.fault();
  if (fault === undefined) return [{ name, state: 'ok', says: `${shown} answers` }];
  const says = `${shown} does not answer (${printable(fault, MAX_CHARS)}): originals stay on this machine`;
  return [{ name, state: 'warn', says, repair: 'tinyjuice config' }];
}
