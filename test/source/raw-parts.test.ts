import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { splitTerminal } from '../../src/source/raw-parts.js';

type Part = ['main' | 'raw', string];

/** Neighbours of one sort joined, as text: what a splitter says whatever the cuts. */
function split(chunks: readonly Buffer[]): Part[] {
  const splitter = splitTerminal();
  const parts = [...chunks.flatMap(chunk => splitter.push(chunk)), ...splitter.end()];
  const joined: Part[] = [];
  for (const { isRaw, bytes } of parts) {
    const last = joined.at(-1);
    const sort = isRaw ? 'raw' : 'main';
    if (last?.[0] === sort) last[1] += bytes.toString('latin1');
    else joined.push([sort, bytes.toString('latin1')]);
  }
  return joined;
}

const text = (value: string) => [Buffer.from(value, 'latin1')];

describe('what a program has taken the terminal for', () => {
  it.each([
    ['nothing of it', 'plain \x1b[1mbold\x1b[0m\n', [['main', 'plain \x1b[1mbold\x1b[0m\n']]],
    [
      'both sequences',
      'a\x1b[?1049hVIM\x1b[?1049lb',
      [
        ['main', 'a'],
        ['raw', '\x1b[?1049hVIM\x1b[?1049l'],
        ['main', 'b'],
      ],
    ],
    ['old ones', '\x1b[?47hx\x1b[?47l\x1b[?1047hy', [['raw', '\x1b[?47hx\x1b[?47l\x1b[?1047hy']]],
    [
      'one among other modes',
      'a\x1b[?1;1049;25hx\x1b[?12;1;1049l',
      [
        ['main', 'a'],
        ['raw', '\x1b[?1;1049;25hx\x1b[?12;1;1049l'],
      ],
    ],
    [
      'taken twice',
      '\x1b[?1049hx\x1b[?1049hy\x1b[?1049lz',
      [
        ['raw', '\x1b[?1049hx\x1b[?1049hy\x1b[?1049l'],
        ['main', 'z'],
      ],
    ],
    [
      'keys of its own on the same screen, and tidies up below it',
      'a\n\x1b[?1h\x1b=\x1b[?25l\x1b[Htop\x1b[?1l\x1b>\x1b[25;1H\r\n\x1b[?12l\x1b[?25h\x1b[Kb',
      [
        ['main', 'a\n'],
        ['raw', '\x1b[?1h\x1b=\x1b[?25l\x1b[Htop\x1b[?1l\x1b>\x1b[25;1H\r\n\x1b[?12l\x1b[?25h\x1b[K'],
        ['main', 'b'],
      ],
    ],
    [
      'modes taken before and given back behind',
      '\x1b[?1006;1000h\x1b[?1049hVIM\x1b[?1049l\x1b[23;0;0t\x1b[?25h\x1b[>4;m\x1b[?1006;1000l\x1b]0;\x07\x1b[31mb',
      [
        ['raw', '\x1b[?1006;1000h\x1b[?1049hVIM\x1b[?1049l\x1b[23;0;0t\x1b[?25h\x1b[>4;m\x1b[?1006;1000l\x1b]0;\x07'],
        ['main', '\x1b[31mb'],
      ],
    ],
    [
      'character sets chosen right before it',
      'a\x1b(0x\x1b(B\x1b)0\x1b[?1049h\x0eq\x1b[?1049l',
      [
        ['main', 'a\x1b(0x'],
        ['raw', '\x1b(B\x1b)0\x1b[?1049h\x0eq\x1b[?1049l'],
      ],
    ],
    ['given back without having been taken', 'a\x1b[?1049lb', [['main', 'a\x1b[?1049lb']]],
    [
      'never given back',
      'a\x1b[?1049hb',
      [
        ['main', 'a'],
        ['raw', '\x1b[?1049hb'],
      ],
    ],
    ['an end in the middle of a sequence', 'a\x1b[?10', [['main', 'a\x1b[?10']]],
    [
      'look-alikes',
      '\x1b[1049h \x1b[?2049h \x1b\x1b[?1049\n[?1049h',
      [['main', '\x1b[1049h \x1b[?2049h \x1b\x1b[?1049\n[?1049h']],
    ],
  ])('is found in a text with %s', (_what, input, expected) => {
    expect(split(text(input))).toEqual(expected);
  });

  it('is found at the same places however the bytes are cut, and no byte is lost', () => {
    const piece = fc.constantFrom(
      '\x1b[?1049h',
      '\x1b[?1049l',
      '\x1b[?47h',
      '\x1b[?1;1047l',
      '\x1b',
      '[?',
      '10',
      'text',
      '\xff',
      '\n',
      '\x1b[?25l',
      '\x1b(B',
      '\x1b[31m',
      '\x1b]0;a\x07',
      '\x1b[?1h',
      '\x1b[?1l',
    );
    fc.assert(
      fc.property(
        fc.array(piece, { maxLength: 30 }),
        fc.array(fc.nat(5), { minLength: 1, maxLength: 40 }),
        (pieces, sizes) => {
          const whole = Buffer.from(pieces.join(''), 'latin1');
          const chunks: Buffer[] = [];
          for (let at = 0, i = 0; at < whole.length; i += 1) {
            const size = (sizes[i % sizes.length] ?? 0) + 1;
            chunks.push(whole.subarray(at, at + size));
            at += size;
          }
          expect(split(chunks)).toEqual(split([whole]));
          expect(
            split(chunks)
              .map(([, shown]) => shown)
              .join(''),
          ).toBe(whole.toString('latin1'));
        },
      ),
    );
  });

  it('holds back less than 128 bytes', () => {
    const splitter = splitTerminal();
    const endless = `\x1b[?${'1;'.repeat(200)}`;
    const given = [...endless]
      .flatMap(byte => splitter.push(Buffer.from(byte)))
      .reduce((sum, part) => sum + part.bytes.length, 0);
    expect(endless.length - given).toBeLessThan(128);
  });
});
