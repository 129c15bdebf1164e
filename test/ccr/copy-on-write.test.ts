/** A file system that writes each change to a new place: full, or at a quota, it refuses to write over what is there. */
import { execFileSync } from 'node:child_process';
import { createCipheriv, randomBytes } from 'node:crypto';
import { rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { openEntry } from '../../src/ccr/read.js';
import { openRecorder, reasonOf } from '../../src/ccr/recorder.js';
import { collect, draftsIn, freshFolder, freshStore, namesIn } from './store.js';

const run = (file: string, ...args: string[]): void => void execFileSync(file, args, { stdio: 'ignore' });

const mounts: string[] = [];
afterAll(() => {
  for (const dir of mounts) run('umount', dir);
});

/** A btrfs of our own, with quotas; undefined where its tools are not installed, or we may not mount one. */
function mountBtrfs(): string | undefined {
  const [dir, image] = [freshFolder(), join(freshFolder(), 'disk')];
  try {
    writeFileSync(image, '');
    truncateSync(image, 128 * 1024 * 1024);
    run('mkfs.btrfs', '-q', image);
    run('mount', '-o', 'loop', image, dir);
    mounts.push(dir);
    run('btrfs', 'quota', 'enable', dir);
    return dir;
  } catch {
    return undefined;
  }
}

const disk = mountBtrfs();
const BLOCK_BYTES = 65_536;

/** The same for the same number; half of it can be compressed. */
function blockOf(number: number): Buffer {
  const key = Buffer.alloc(16, `${number}`);
  const noise = createCipheriv('aes-128-ctr', key, Buffer.alloc(16)).update(Buffer.alloc(BLOCK_BYTES / 2));
  return Buffer.concat([noise, Buffer.alloc(BLOCK_BYTES / 2 - 1, 'a line of text '), Buffer.from('\n')]);
}

/** Writes until no more is taken. What was accepted must come back, and nothing else be left. */
async function expectAcceptedKept(dir: string): Promise<number> {
  const options = freshStore({ dir: join(dir, 'ccr'), secrets: 'store' });
  const recorder = openRecorder(options);
  let accepted = 0;
  for (let count = 1; count <= 2_000; count += 1) {
    await recorder.offer(blockOf(count));
    if (!recorder.accept()) break;
    accepted = count * BLOCK_BYTES;
  }
  const reason = recorder.failure?.message ?? '';
  expect(reason).toMatch(/: (?:EDQUOT: the quota is used up|ENOSPC: no space left on device)$/);
  const recovery = recorder.keep({ program: 'x' });
  expect(draftsIn(options.dir)).toEqual([]);
  if (accepted === 0) return 0;
  expect(recovery?.bytes).toBeGreaterThanOrEqual(accepted);
  const kept = await collect(openEntry(options.dir, recovery?.token ?? '').stream());
  expect(kept.length).toBe(recovery?.bytes);
  const written = Array.from({ length: Math.ceil(kept.length / BLOCK_BYTES) }, (_, at) => blockOf(at + 1));
  expect(Buffer.concat(written).subarray(0, kept.length).equals(kept)).toBe(true);
  expect(namesIn(options.dir)).toEqual([recovery?.token]);
  return accepted;
}

/** What containers lay over a folder, on a disk of so many kB; undefined where we may not mount one. */
function mountOverlay(kilobytes: number): string | undefined {
  const [below, dir] = [freshFolder(), freshFolder()];
  const [lower, upper, work] = ['lower', 'upper', 'work'].map(name => join(below, name));
  try {
    run('mount', '-t', 'tmpfs', '-o', `size=${kilobytes}k`, 'tmpfs', below);
    mounts.unshift(below);
    run('mkdir', lower ?? '', upper ?? '', work ?? '');
    run('mount', '-t', 'overlay', '-o', `lowerdir=${lower},upperdir=${upper},workdir=${work}`, 'overlay', dir);
    mounts.unshift(dir);
    return dir;
  } catch {
    return undefined;
  }
}

const overlay = mountOverlay(200);

test.skipIf(overlay === undefined)(
  'what is promised to nobody before it is kept takes no more room than its own',
  async () => {
    const options = freshStore({ dir: join(overlay ?? '', 'ccr'), secrets: 'store' });
    const promised = openRecorder(options);
    promised.write(blockOf(1));
    expect(promised.accept()).toBe(false);
    const recorder = openRecorder(options);
    recorder.write(blockOf(1));
    const { token = '' } = recorder.keep({ program: 'x' }) ?? {};
    expect((await collect(openEntry(options.dir, token).stream())).equals(blockOf(1))).toBe(true);
  },
);

describe.skipIf(disk === undefined)('btrfs', () => {
  test.each([64, 300, 480, 700, 1_000, 1_300, 2_000, 4_000, 6_000, 12_000])(
    'at a quota of %i kB, what was accepted is kept',
    async kilobytes => {
      const dir = join(disk ?? '', `of-${kilobytes}`);
      run('btrfs', 'subvolume', 'create', dir);
      run('btrfs', 'qgroup', 'limit', `${kilobytes}K`, dir);
      const accepted = await expectAcceptedKept(dir);
      expect(accepted).toBeLessThan(kilobytes * 2_048);
      if (kilobytes > 600) expect(accepted).toBeGreaterThan(100_000);
    },
  );

  test('full, what was accepted is kept', async () => {
    const filler = join(disk ?? '', 'filler');
    const fill = (): void => {
      for (let at = 0; at < 2_000; at += 1) writeFileSync(filler, randomBytes(65_536), { flag: 'a' });
    };
    expect(fill).toThrow('ENOSPC');
    // A little is there.
    truncateSync(filler, statSync(filler).size - 6_000_000);
    await expectAcceptedKept(disk ?? '');
    rmSync(filler);
  });
});

test('a quota is told by its name', () => {
  const errno = process.platform === 'linux' ? -122 : -69;
  const error = Object.assign(new Error('UNKNOWN: unknown error, write'), { errno, code: 'UNKNOWN' });
  expect(reasonOf(error)).toBe('EDQUOT: the quota is used up');
});
