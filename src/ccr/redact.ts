/** Puts asterisks in the place of secrets, as many as there were characters: lines and places stay where they are. */
import { PRIVATE_KEY } from './secret-kinds.js';
import { type Secret, secretsIn } from './secrets.js';

const ASTERISK = 0x2a;
const WORD = /^[A-Za-z0-9_.~+/=-]$/;
const KEY_END = '-----END';
/** A line of a key's block: letters in rows, what its head says, or nothing. */
const KEY_LINE =
  /[A-Za-z0-9+/=]{32}|^\W*(?:Proc-Type|DEK-Info|Version|Comment|Hash|Charset)\b|^\W*[A-Za-z0-9+/]{0,64}={0,2}\W*$/;
const KEY_REST = /[A-Za-z0-9+/=]{16}/;
/** The longest key has fewer. */
const MAX_KEY_LINES = 400;

interface Range {
  readonly from: number;
  readonly to: number;
}

/** One stream's. Takes whole lines, or parts of a long one, in order. */
export class Redactor {
  /** Secrets so far. */
  count = 0;
  /** Lines that may still belong to the key above. */
  private keyLines = 0;
  /** The word at the end of the last part goes on. */
  private isInWord = false;

  /** @returns the bytes, or new ones of the same length. */
  mask(bytes: Buffer): Buffer {
    const plain = withoutNuls(bytes);
    const ranges = this.rangesIn(plain.bytes);
    if (ranges.length === 0) return bytes;
    const masked = Buffer.from(bytes);
    for (const { from, to } of ranges) for (let at = from; at < to; at += 1) hide(masked, plain.placeOf(at));
    return masked;
  }

  private rangesIn(plain: Buffer): readonly Range[] {
    const ranges: Range[] = [];
    if (this.isInWord) ranges.push(this.wordFrom(plain, 0, 0));
    if (this.keyLines > 0) ranges.push(...this.keyFrom(plain, 0));
    let end = 0;
    for (const secret of secretsIn(plain)) {
      if (secret.from < end) continue;
      this.count += 1;
      const own = this.rangesOf(secret, plain);
      ranges.push(...own);
      end = own.at(-1)?.to ?? secret.to;
    }
    return ranges;
  }

  private rangesOf({ name, from, to, isOpenEnd }: Secret, plain: Buffer): readonly Range[] {
    if (name !== PRIVATE_KEY) return [isOpenEnd ? this.wordFrom(plain, from, to) : { from, to }];
    this.keyLines = MAX_KEY_LINES;
    const end = endOfLine(plain, from);
    const rest = plain.toString('latin1', from, end);
    const isEnded = rest.includes(KEY_END);
    if (isEnded) this.keyLines = 0;
    const own = KEY_REST.test(rest) ? [{ from, to: isEnded ? from + rest.indexOf(KEY_END) : end }] : [];
    return isEnded ? own : [...own, ...this.keyFrom(plain, end + 1)];
  }

  /** A secret, with what follows it in its word. */
  private wordFrom(plain: Buffer, from: number, atLeast: number): Range {
    let to = atLeast;
    while (to < plain.length && WORD.test(String.fromCharCode(plain[to] as number))) to += 1;
    this.isInWord = to === plain.length;
    return { from, to };
  }

  /** The lines of a key that begins above. */
  private keyFrom(plain: Buffer, start: number): readonly Range[] {
    const ranges: Range[] = [];
    for (let from = start; from < plain.length && this.keyLines > 0; ) {
      const end = endOfLine(plain, from);
      const line = plain.toString('latin1', from, end);
      const last = line.indexOf(KEY_END);
      this.keyLines = last >= 0 || !KEY_LINE.test(line) ? 0 : this.keyLines - 1;
      if (last >= 0 || this.keyLines > 0) ranges.push({ from, to: last >= 0 ? from + last : end });
      from = end + 1;
    }
    return ranges;
  }
}

function endOfLine(bytes: Buffer, from: number): number {
  const ends = [bytes.indexOf(0x0a, from), bytes.indexOf(0x0d, from)].filter(at => at >= 0);
  return Math.min(bytes.length, ...ends);
}

function hide(bytes: Buffer, at: number): void {
  bytes[at] = ASTERISK;
}

/** UTF-16 of ASCII is that with NULs. @returns the other bytes, and where each of them stood. */
export function withoutNuls(bytes: Buffer): { readonly bytes: Buffer; placeOf(at: number): number } {
  if (!bytes.includes(0)) return { bytes, placeOf: at => at };
  const places = new Uint32Array(bytes.length);
  const plain = Buffer.allocUnsafe(bytes.length);
  let size = 0;
  for (const [at, byte] of bytes.entries()) {
    if (byte === 0) continue;
    plain[size] = byte;
    places[size] = at;
    size += 1;
  }
  return { bytes: plain.subarray(0, size), placeOf: at => places[at] as number };
}
