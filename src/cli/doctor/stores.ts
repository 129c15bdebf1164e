/** The folders that runs write to: originals, and counts. */
import { closeSync, constants, lstatSync, openSync, readdirSync, unlinkSync } from 'node:fs';
import { join } from 'node:path';
import { openRecorder, type StoreOptions } from '../../ccr/recorder.js';
import { TOKEN } from '../../ccr/token.js';
import { statOfLink } from '../../custom/stat-of-link.js';
import { errnoOf } from '../../errors.js';
import { MAX_EVENT_BYTES } from '../../stats/event.js';
import { dayOfFile, LIMITS } from '../../stats/record.js';
import type { Finding } from './finding.js';
import { folderFault, freeBytes, lowDisk, megabytes, writeRepair } from './folder.js';
import type { ShowPath } from './shown-path.js';

const STORE = 'store';
const STATS = 'stats';

/** The recovery store: whether a run could keep an original now. Without options none is to be kept. */
export function checkStore(options: StoreOptions | undefined, show: ShowPath): readonly Finding[] {
  if (options === undefined)
    return [
      {
        name: STORE,
        state: 'disabled',
        says: 'originals are not to be kept (ccr.enabled, ccr.disk_tier), so nothing is left out',
        repair: 'tinyjuice config',
      },
    ];
  const { dir } = options;
  const shown = show(dir);
  const without = 'originals cannot be kept, so nothing is left out';
  const fault = folderFault({ name: STORE, dir, show, without, isStrict: true });
  if (fault !== undefined) return [fault];
  if (statOfLink(dir) === undefined) return [{ name: STORE, state: 'ok', says: `${shown}: nothing is stored yet` }];
  // The very way that a run takes; leaves nothing behind.
  const recorder = openRecorder(options);
  recorder.write(Buffer.from('doctor\n'));
  const isWritable = recorder.accept();
  const { failure } = recorder;
  recorder.discard();
  if (!isWritable) {
    const reason = (failure?.message ?? 'unknown reason').replaceAll(dir, shown);
    const repair = writeRepair(shown, errnoOf(failure?.cause));
    return [{ name: STORE, state: 'broken', says: `${reason}: nothing is left out`, repair }];
  }
  const { files, bytes } = sizeOf(dir, name => TOKEN.test(name));
  const free = freeBytes(dir);
  const room = free === undefined ? '' : `, ${megabytes(free)} free on the disk`;
  const says = `${shown}: ${files} of ${options.maxEntries} originals, ${megabytes(bytes)} of ${megabytes(options.maxBytes)}${room}`;
  return [lowDisk(STORE, free, shown) ?? { name: STORE, state: 'ok', says }];
}

export interface StatsPlace {
  readonly dir: string;
  readonly isWanted: boolean;
  /** Today, in UTC. */
  readonly today: string;
}

/** Where runs are counted: whether a run could write now. */
export function checkStats({ dir, isWanted, today }: StatsPlace, show: ShowPath): readonly Finding[] {
  const shown = show(dir);
  if (!isWanted)
    return [
      {
        name: STATS,
        state: 'disabled',
        says: 'runs are not counted (record_stats)',
        repair: 'tinyjuice config',
      },
    ];
  const fault = folderFault({ name: STATS, dir, show, without: 'runs are not counted', isStrict: false });
  if (fault !== undefined) return [fault];
  if (statOfLink(dir) === undefined) return [{ name: STATS, state: 'ok', says: `${shown}: no run is counted yet` }];
  return [writeFault(dir, shown) ?? todayFault(join(dir, `${today}.ndjson`), show) ?? counted(dir, shown)];
}

function writeFault(dir: string, shown: string): Finding | undefined {
  const probe = join(dir, `.doctor-${process.pid}`);
  try {
    closeSync(openSync(probe, 'wx', 0o600));
    unlinkSync(probe);
    return undefined;
  } catch (error) {
    const errno = errnoOf(error);
    const says = `${shown} cannot be written (${errno ?? 'unknown reason'}): runs are not counted`;
    return { name: STATS, state: 'broken', says, repair: writeRepair(shown, errno) };
  }
}

function todayFault(path: string, show: ShowPath): Finding | undefined {
  const stats = statOfLink(path);
  if (stats === undefined) return undefined;
  const shown = show(path);
  if (!stats.isFile())
    return {
      name: STATS,
      state: 'broken',
      says: `${shown} is no plain file: runs of today are not counted`,
      repair: `mv "${shown}" "${shown}.old"`,
    };
  const errno = openFault(path);
  if (errno !== undefined)
    return {
      name: STATS,
      state: 'broken',
      says: `${shown} cannot be written (${errno}): runs of today are not counted`,
      repair: `chmod 600 "${shown}"`,
    };
  if (stats.size + MAX_EVENT_BYTES < LIMITS.maxDayBytes) return undefined;
  return {
    name: STATS,
    state: 'warn',
    says: `${shown} is full: further runs of today are not counted`,
    repair: `rm "${shown}"`,
  };
}

/** The system's word for why nothing can be appended. */
function openFault(path: string): string | undefined {
  try {
    closeSync(openSync(path, constants.O_WRONLY | constants.O_APPEND));
    return undefined;
  } catch (error) {
    return errnoOf(error) ?? 'unknown reason';
  }
}

function counted(dir: string, shown: string): Finding {
  const { files, bytes } = sizeOf(dir, name => dayOfFile(name) !== undefined);
  const says = `${shown}: ${files} of ${LIMITS.maxDays} days, ${megabytes(bytes)} of ${megabytes(LIMITS.maxBytes)}`;
  return { name: STATS, state: 'ok', says };
}

function sizeOf(dir: string, isOurs: (name: string) => boolean): { readonly files: number; readonly bytes: number } {
  const sizes = readdirSync(dir)
    .filter(isOurs)
    .map(name => lstatSync(join(dir, name), { throwIfNoEntry: false })?.size ?? 0);
  return { files: sizes.length, bytes: sizes.reduce((sum, size) => sum + size, 0) };
}
