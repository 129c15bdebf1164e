/** What a host can get wrong with the library costs it nothing but that. */
import { once } from 'node:events';
import { Duplex } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { type JuiceOptions, openJuice } from '../../src/engine/juice-of-own.js';
import type { Response } from '../../src/engine/schema.js';
import { draftsIn, freshFolder, namesIn } from '../ccr/store.js';
import { hammer, hammerText, placeAt } from '../process/rule-places.js';
import { noisyLog } from '../process/samples.js';

const log = noisyLog(3_000);
const open = (options: JuiceOptions = {}, dir = freshFolder()) => openJuice({ store: { dir }, ...options }, Date.now);

/** Work of this process so far, whatever else the machine does. */
function workMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
}

describe('a host', () => {
  test('whose own callbacks fail gets its texts all the same', async () => {
    const fails = (): never => {
      throw new Error('of the host');
    };
    const juice = open({ onReport: fails, onWarning: fails }, '/proc/none/store');
    expect((await juice.reduceText(log)).text).toContain('worker');
    expect(await juice.reduceJson({ combinedText: 'a' })).toMatchObject({ inlineText: 'a' });
    const stream = juice.reduceStream();
    stream.end('a\n');
    expect(await textOf(stream)).toBe('a\n');
    await stream.report;
  });

  test('whose callback is an async function that fails goes on', async () => {
    const unheard: unknown[] = [];
    const hear = (reason: unknown): void => void unheard.push(reason);
    process.on('unhandledRejection', hear);
    const juice = open({
      onReport: async () => {
        throw new Error('of the host');
      },
    });
    expect((await juice.reduceText(log)).text).toContain('worker');
    await nextTurn();
    process.off('unhandledRejection', hear);
    expect(unheard).toEqual([]);
  });

  test('that does other things meanwhile has its turns while a large text is reduced', async () => {
    const began = workMs();
    let [last, longest] = [began, 0];
    const look = (): void => {
      longest = Math.max(longest, workMs() - last);
      last = workMs();
    };
    const timer = setInterval(look, 1);
    expect((await open().reduceText('the same line again\n'.repeat(300_000))).text.length).toBeLessThan(1_000);
    look();
    clearInterval(timer);
    expect(longest).toBeLessThan((workMs() - began) / 2);
  });

  test('whose text a terminal would show in more than it has gets the very text back', async () => {
    const text = Array.from({ length: 300 }, (_, at) => `step${(at * 7919) % 9973}\v`).join('');
    const { text: given, report } = await open().reduceText(text);
    expect([given, report.skipReason, report.outBytes]).toEqual([text, 'no smaller', Buffer.byteLength(text)]);
  });

  test('that asks for a profile which is none is told so', async () => {
    await expect(open().reduceText(log, { profile: 'lite' as never })).rejects.toThrow(
      'profile: there is no profile "lite". Give one of: auto, full, light, off.',
    );
  });

  test('that asks for a part of an original in a wrong way is not given all of it', async () => {
    const juice = open();
    const token = (await juice.reduceText(log)).report.recovery?.token ?? '';
    const ask = (args: object) => juice.retrieveTool.call({ token, ...args });
    const first = `${log.split('\n')[0]}\n`;
    expect(await ask({ lines: 1, grep: null, hidden: false, reason: 'a word of the model' })).toMatchObject({
      text: first,
    });
    const refused: readonly (readonly [object, string])[] = [
      [{ lines: ['1-5'] }, 'lines: it is no string. Lines of the original, such as 45-164, 45- or 45.'],
      [{ grep: 5 }, 'grep: it is no string.'],
      [{ around: '5' }, 'around: it is no integer.'],
      [{ hidden: 'yes' }, 'hidden: it is no boolean.'],
      [{ lines: '1-5', grep: 'worker' }, 'lines and grep: give one of them.'],
    ];
    for (const [args, message] of refused)
      expect(await ask(args)).toMatchObject({
        found: false,
        code: 'BAD_FLAG',
        message: expect.stringContaining(message),
      });
  });

  test('that gives half a character gets the very text back', async () => {
    const juice = open();
    const text = `${log}\ud800 and \udc00`;
    expect((await juice.reduceText(text)).text).toBe(text);
    const answer = await juice.compactToolOutput('bash', { command: 'npm test' }, text, 0);
    expect(answer).toMatchObject({ inlineText: text, compaction: { applied: false, skipReason: 'half a character' } });
  });

  test('that asks for less than the marks need is told so', async () => {
    await expect(open().reduceText(log, { maxChars: 299 })).rejects.toThrow(
      'maxChars: 299 is too small. Give 300 or more.',
    );
    const stream = open().reduceStream({ maxChars: 1 });
    const [error] = await once(stream, 'error');
    expect(error).toMatchObject({ code: 'BAD_USE' });
    await expect(stream.report).rejects.toBe(error);
  });

  test('that gives a payload which cannot be read gets an error as data', async () => {
    const input = {
      get command(): string {
        throw new Error('unreadable');
      },
    };
    expect(await open().reduceJson({ input })).toMatchObject({ error: { code: 'INVALID_PAYLOAD' } });
    expect(await open().retrieveTool.call(null as never)).toMatchObject({ found: false, code: 'BAD_TOKEN' });
  });
});

describe('configure', () => {
  const looksOf = (text: string, isLossy: boolean): string => (isLossy ? 'full' : text === log ? 'raw' : 'light');

  test('changes profile and store under way, for all ways in; what was kept before can still be had back', async () => {
    const [first, second] = [freshFolder(), freshFolder()];
    const juice = openJuice({ store: { dir: first }, config: { profile: 'off' } }, Date.now);
    const ways = async (): Promise<readonly string[]> => {
      const { text, report } = await juice.reduceText(log);
      const stream = juice.reduceStream();
      stream.end(log);
      const streamed = await textOf(stream);
      const answer = await juice.reduceJson({ combinedText: log });
      const { inlineText, compaction } = answer as Response;
      const ofStream = looksOf(streamed, (await stream.report).isLossy);
      return [looksOf(text, report.isLossy), ofStream, looksOf(inlineText, compaction.lossy)];
    };
    expect(await ways()).toEqual(['raw', 'raw', 'raw']);
    juice.configure({ config: { profile: 'full' } });
    expect(await ways()).toEqual(['full', 'full', 'full']);
    const [token = ''] = namesIn(first);
    juice.configure({ store: { dir: second } });
    expect(await ways()).toEqual(['full', 'full', 'full']);
    expect(namesIn(second)).toEqual([token]);
    expect(await juice.retrieve(token)).toMatchObject({ text: log });
    const other = (await juice.reduceText(`${log}more\n`)).report.recovery?.token ?? '';
    juice.configure({ store: { dir: first } });
    expect(await juice.retrieve(other)).toMatchObject({ text: `${log}more\n` });
    juice.configure({ store: undefined });
    expect((await ways()).includes('full')).toBe(false);
  });

  test('changes rules under way, and so does a change in their folder; what is wrong there is told once', async () => {
    const warnings: string[] = [];
    const juice = open({ onWarning: message => warnings.push(message) });
    const rules = placeAt(freshFolder());
    const isKnown = async () => (await juice.reduceText(hammerText())).text.includes('[... lines 2-41]');
    expect(await isKnown()).toBe(false);
    juice.configure({ rules: { dir: rules.folder } });
    expect(await isKnown()).toBe(false);
    rules.rule('tests/hammer', hammer);
    rules.fixture('hammer/plain', { raw: hammerText() });
    expect(await isKnown()).toBe(true);
    expect((await open().reduceText(hammerText())).text).not.toContain('[... lines 2-41]');
    rules.rule('tests/hammer', '{');
    for (let round = 0; round < 2; round += 1) expect(await isKnown()).toBe(false);
    expect(warnings).toHaveLength(1);
    juice.configure({ rules: undefined });
    expect(await isKnown()).toBe(false);
  });
});

async function textOf(stream: Duplex): Promise<string> {
  let text = '';
  for await (const chunk of stream.setEncoding('utf8')) text += chunk;
  return text;
}

describe('a stream', () => {
  test('gives what the text gives, through web streams too', async () => {
    const juice = open();
    const { text } = await juice.reduceText(log);
    const stream = juice.reduceStream();
    const { readable, writable } = Duplex.toWeb(stream);
    const writer = writable.getWriter();
    const writing = (async () => {
      for (let at = 0; at < log.length; at += 10_000) await writer.write(Buffer.from(log.slice(at, at + 10_000)));
      await writer.close();
    })();
    const chunks: Uint8Array[] = [];
    for await (const chunk of readable) chunks.push(chunk as Uint8Array);
    await writing;
    expect(Buffer.concat(chunks).toString('utf8')).toBe(text);
    expect((await stream.report).rawBytes).toBe(Buffer.byteLength(log));
  });

  test('that is destroyed says nothing, fails its report and leaves nothing behind', async () => {
    const dir = freshFolder();
    const stream = open({}, dir).reduceStream();
    for (let round = 0; round < 40; round += 1) {
      if (!stream.write(log)) await Promise.race([once(stream, 'drain'), nextTurn()]);
      stream.read();
      await nextTurn();
    }
    stream.destroy();
    await expect(stream.report).rejects.toThrow();
    expect({ drafts: draftsIn(dir), names: namesIn(dir) }).toEqual({ drafts: [], names: [] });
  });

  test('whose reader goes away ends', async () => {
    const stream = open({ config: { profile: 'off' } }).reduceStream();
    stream.write(log);
    for await (const chunk of stream) {
      expect(String(chunk).length).toBeGreaterThan(0);
      break;
    }
    await expect(stream.report).rejects.toThrow();
  });
});
