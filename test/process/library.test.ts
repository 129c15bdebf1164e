/** The library as a user has it: what the build has written, in a process of its own. */
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { beforeAll, describe, expect, test } from 'vitest';
import { freshFolder } from '../ccr/store.js';
import { projectRoot } from '../support/project.js';

const library = join(projectRoot, 'dist/lib/index.js');

beforeAll(() => {
  if (!existsSync(library))
    execFileSync(process.execPath, [join(projectRoot, 'src/dev/run.mjs'), 'build'], { stdio: 'inherit' });
});

/** Runs a module in which `createJuice` is the library's; gives what it printed. */
function runModule(text: string, cwd = freshFolder()): string {
  const head = `import { createJuice } from ${JSON.stringify(pathToFileURL(library).href)};\n`;
  return execFileSync(process.execPath, ['--input-type=module', '-e', head + text], {
    cwd,
    encoding: 'utf8',
    env: { PATH: process.env.PATH, HOME: cwd },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}

/** A log of which much can be left out. */
const LOG = `const log = Array.from({ length: 20000 }, (_, at) => \`2026-01-01T00:00:\${at % 60}Z INFO request \${at} took \${at % 7} ms\`).join('\\n');\n`;

describe('the library', () => {
  test('prints and writes nothing when it is imported', () => {
    const home = freshFolder();
    expect(runModule('', home)).toBe('');
    expect(readdirSync(home)).toEqual([]);
  });

  test('two engines share neither store, nor configuration, nor reports', () => {
    const [a, b] = [freshFolder(), freshFolder()];
    const printed = runModule(`${LOG}
      const seen = [];
      const one = createJuice({ store: { dir: ${JSON.stringify(a)} }, onReport: report => seen.push(report.profile) });
      const two = createJuice({ store: { dir: ${JSON.stringify(b)} }, config: { profile: 'light' } });
      const [first, second] = await Promise.all([one.reduceText(log), two.reduceText(log)]);
      const token = first.report.recovery.token;
      const [mine, theirs] = [await one.retrieve(token), await two.retrieve(token)];
      two.configure({ config: { profile: 'off' } });
      const third = await two.reduceText(log);
      console.log(JSON.stringify([first.report.isLossy, second.report.isLossy, mine.text === log, theirs.found, third.text === log, seen]));`);
    expect(JSON.parse(printed)).toEqual([true, false, true, false, true, ['full']]);
    expect(readdirSync(b)).toEqual([]);
  });

  test('without a store leaves nothing out', () => {
    const printed = runModule(`${LOG}
      const { report } = await createJuice().reduceText(log);
      console.log(report.isLossy, report.omitted.length);`);
    expect(printed).toBe('false 0\n');
  });

  test('keeps in memory where no folder is given, or the disk is turned off, for as long as it lives', () => {
    const home = freshFolder();
    const printed = runModule(
      `${LOG}
      const looks = async settings => {
        const juice = createJuice(settings);
        const { report } = await juice.reduceText(log);
        const token = report.recovery?.token ?? 'tj_0000000000';
        return [report.isLossy, (await juice.retrieve(token)).text === log, (await createJuice(settings).retrieve(token)).found];
      };
      const all = [
        { store: {} },
        { store: { dir: 'disk' } },
        { store: { dir: 'none' }, config: { ccr: { diskTier: false } } },
        { store: {}, config: { ccr: { maxEntries: 0 } } },
        { store: {}, config: { ccr: { maxBytes: 1000 } } },
        { store: { dir: 'none' }, config: { ccr: { enabled: false } } },
      ];
      console.log(JSON.stringify(await Promise.all(all.map(looks))));`,
      home,
    );
    expect(JSON.parse(printed)).toEqual([
      [true, true, false],
      [true, true, true],
      [true, true, false],
      [false, false, false],
      [false, false, false],
      [false, false, false],
    ]);
    expect(readdirSync(home)).toEqual(['disk']);
  });

  test('a tool’s output is reduced by its own arguments', () => {
    const printed = runModule(`${LOG}
      const juice = createJuice({ store: { dir: 'store' } });
      const of = (name, args) => juice.compactToolOutput(name, args, log, 0);
      const answers = [await of('bash', { command: './serve' }), await of('bash', { command: 'cat log.txt' }), await of('Read', {})];
      console.log(JSON.stringify(answers.map(({ compaction }) => compaction.skipReason ?? compaction.lossy)));`);
    expect(JSON.parse(printed)).toEqual([true, 'exact-read', 'other-tool']);
  });

  test('a stream takes bounded memory, and waits for a slow reader', () => {
    const printed = runModule(`
      import { Readable, Writable } from 'node:stream';
      import { pipeline } from 'node:stream/promises';
      import { randomBytes } from 'node:crypto';
      // More than a compressor looks back on: what is stored of it is large.
      const block = Buffer.from(Array.from({ length: 80_000 }, (_, at) => \`2026-01-01 INFO request \${at} of \${randomBytes(48).toString('base64')} done\\n\`).join(''));
      let given = 0;
      const peakMb = () => process.resourceUsage().maxRSS / 1024;
      let before = 0;
      const source = Readable.from((function* () {
        for (; given < 70e6; given += block.length) for (let at = 0; at < block.length; at += 262_144) yield block.subarray(at, at + 262_144);
        before = peakMb();
      })(), { objectMode: false });
      const juice = createJuice({ store: { dir: 'store' } });
      const stream = juice.reduceStream();
      let taken = 0;
      await pipeline(source, stream, new Writable({ write(chunk, _, done) { taken += chunk.length; setTimeout(done, 1); } }));
      const report = await stream.report;
      const atEnd = peakMb() - before;
      const raw = createJuice({ config: { enabled: false } }).reduceStream();
      let ahead = 0;
      const endless = new Readable({ read() { ahead += 65536; this.push(Buffer.alloc(65536)); } });
      endless.pipe(raw);
      await new Promise(resolve => setTimeout(resolve, 300));
      endless.destroy();
      console.log(JSON.stringify({ isSame: report.rawBytes === given, taken, peak: peakMb(), atEnd, ahead }));
      process.exit();`);
    const { isSame, taken, peak, atEnd, ahead } = JSON.parse(printed);
    expect(isSame).toBe(true);
    expect(taken).toBeLessThan(500_000);
    expect(peak).toBeLessThan(280);
    // What has been stored is not read again as a whole.
    expect(atEnd).toBeLessThan(30);
    expect(ahead).toBeLessThan(4_000_000);
  });
});
