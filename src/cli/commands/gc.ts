/** `tinyjuice gc`: removes originals whose time is over, the oldest above the limits, and what dead processes left. */
import { sweep } from '../../ccr/expire.js';
import { JuiceError } from '../../errors.js';
import { defineCommand } from '../command.js';
import { EXIT } from '../exit.js';
import { print, printJson } from '../print.js';
import { sizeText, storeFolders } from '../store-folders.js';
import { times } from '../table.js';

export default defineCommand({
  name: 'gc',
  usage: '',
  about: 'Removes originals that are too old or too many, as each run does by itself.',
  flags: ['ttl-secs', 'max-bytes', 'dry-run', 'json'],
  async run({ words, flags, environment }) {
    if (words.length > 0)
      throw new JuiceError(
        'BAD_USE',
        'gc takes no names. Write: tinyjuice gc, or tinyjuice rm TOKEN for one original.',
      );
    const { dirs, limits } = await storeFolders(environment);
    const isDry = flags['dry-run'] === true;
    const asked = {
      ...limits,
      ttlSecs: flags['ttl-secs'] ?? limits.ttlSecs,
      maxBytes: flags['max-bytes'] ?? limits.maxBytes,
    };
    const swept = dirs.map(dir => sweep(dir, asked, { nowMs: Date.now(), isDry }));
    const sum = (count: (each: (typeof swept)[number]) => number): number =>
      swept.reduce((total, each) => total + count(each), 0);
    const done = {
      isDryRun: isDry,
      removed: {
        originals: sum(({ entries }) => entries),
        drafts: sum(({ drafts }) => drafts),
        bytes: sum(({ bytes }) => bytes),
      },
      left: { originals: sum(({ left }) => left.entries), bytes: sum(({ left }) => left.bytes) },
    };
    if (flags.json) await printJson(done);
    else await print([textOf(done)]);
    return EXIT.ok;
  },
});

interface Done {
  readonly isDryRun: boolean;
  readonly removed: { readonly originals: number; readonly drafts: number; readonly bytes: number };
  readonly left: { readonly originals: number; readonly bytes: number };
}

function textOf({ isDryRun, removed, left }: Done): string {
  const drafts = removed.drafts === 0 ? '' : ` and ${times(removed.drafts, 'unfinished file')}`;
  const gone = `${times(removed.originals, 'original')}${drafts} (${sizeText(removed.bytes)})`;
  return `${isDryRun ? 'would remove' : 'removed'} ${gone}; ${times(left.originals, 'original')} (${sizeText(left.bytes)}) left`;
}
