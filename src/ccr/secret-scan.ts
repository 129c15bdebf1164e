/** Looks for secrets in a stream of bytes, and gives on only what has been looked at. */
import { Redactor, withoutNuls } from './redact.js';
import { openSecretIn, SecretFound, secretIn, secretsIn } from './secrets.js';

/** A line without an end so far is looked at as it is from this size on. */
const MAX_HELD_BYTES = 65_536;
/** So much of such a line waits for what follows, and is looked at with it: no secret is longer. */
const OVERLAP_BYTES = 4_096;
/** By what stands before it, a secret may be known too. */
const CONTEXT_BYTES = 16;
/** Longer lines are taken in parts of this size, or of up to so many bytes less: see `pipeline/lines.ts`. */
const PART_BYTES = 1_048_576;
const MAX_UNDIVIDED_BYTES = 3;
/** Before a part is out, in any encoding. */
const MIN_PARTED_BYTES = PART_BYTES / 2;
const LINE_FEED = 10;
const RETURN = 13;

/** Memory: 64 KiB and a chunk. */
export class SecretScan {
  private readonly give: (bytes: Buffer) => void;
  private readonly redactor: Redactor | undefined;
  /** The begin of a line, not given on yet. */
  private held = Buffer.alloc(0);
  /** Of that line, given on. */
  private givenBytes = 0;
  /** The end of what has been given on of that line. */
  private overlap = Buffer.alloc(0);
  /** The kind of the secret that nothing can be put in place of: from there on nothing is given on. */
  found: string | undefined;

  /**
   * @param give takes bytes that hold no secret; may keep them.
   * @param redactor puts something else in a secret's place; undefined: a secret is the end.
   */
  constructor(give: (bytes: Buffer) => void, redactor?: Redactor) {
    this.give = give;
    this.redactor = redactor;
  }

  push(chunk: Buffer): void {
    if (this.found !== undefined || chunk.length === 0) return;
    const end = Math.max(chunk.lastIndexOf(LINE_FEED), chunk.lastIndexOf(RETURN)) + 1;
    if (end === 0) {
      this.held = Buffer.concat([this.held, chunk]);
      if (this.held.length >= MAX_HELD_BYTES) this.release(this.cutOf(this.held));
      return;
    }
    const lines = chunk.subarray(0, end);
    this.look(this.held.length === 0 ? lines : Buffer.concat([this.held, lines]));
    this.overlap = Buffer.alloc(0);
    this.givenBytes = 0;
    this.held = Buffer.from(chunk.subarray(end)); // the caller may use its chunk again
  }

  /**
   * What is held of a very long line has to be given on: parts of such a line may be left out before its end is known.
   * What a secret may have begun with waits, and is taken for one where such a part may end in it.
   */
  settle(): void {
    const { held, givenBytes, overlap } = this;
    const lineBytes = givenBytes + held.length;
    if (this.found !== undefined || lineBytes < MIN_PARTED_BYTES) return;
    const isWide = held.includes(0);
    const open = openSecretIn(plainOf(this.seenWith(held)));
    const from = open === undefined ? held.length : Math.max(0, open.at - overlap.length - CONTEXT_BYTES);
    if (open === undefined) this.release();
    else if (isWide || open.at < overlap.length || mayPart(givenBytes + from, lineBytes)) this.found = open.name;
    else this.release(from);
  }

  /** Gives on what is held: there is no more. */
  end(): void {
    this.release();
  }

  private release(to = this.held.length): void {
    const ready = this.held.subarray(0, to);
    this.held = this.held.subarray(to);
    if (ready.length > 0) this.look(ready);
  }

  /** Where a long line may be cut: in no secret that stands there, nor in one that may stand there once more has come. */
  private cutOf(bytes: Buffer): number {
    const plain = withoutNuls(bytes);
    let cut = plain.bytes.length - OVERLAP_BYTES;
    for (const { at, to } of secretsIn(plain.bytes).toReversed()) if (at < cut && to > cut) cut = at - CONTEXT_BYTES;
    return cut <= 0 ? bytes.length : plain.placeOf(cut);
  }

  private seenWith(bytes: Buffer): Buffer {
    return this.overlap.length === 0 ? bytes : Buffer.concat([this.overlap, bytes]);
  }

  private look(bytes: Buffer): void {
    if (this.found !== undefined) return;
    const seen = this.seenWith(bytes);
    this.found = this.redactor === undefined ? secretIn(plainOf(seen)) : this.secretAcross(seen);
    if (this.found !== undefined) return;
    const clean = this.redactor?.mask(bytes) ?? bytes;
    this.overlap = Buffer.from(clean === bytes ? seen.subarray(-OVERLAP_BYTES) : clean.subarray(-OVERLAP_BYTES));
    this.givenBytes += bytes.length;
    this.give(clean);
  }

  /** The kind of a secret that begins in what has been given on. */
  private secretAcross(seen: Buffer): string | undefined {
    if (this.overlap.length === 0) return undefined;
    const givenBytes = plainOf(this.overlap).length;
    return secretsIn(plainOf(seen)).find(({ at, to }) => at < givenBytes && to > givenBytes)?.name;
  }
}

/** Whether a part of a long line may end between two places of it: a character at its end is not divided. */
function mayPart(from: number, to: number): boolean {
  const count = Math.floor(to / (PART_BYTES - MAX_UNDIVIDED_BYTES));
  return count > 0 && count * PART_BYTES > from;
}

/** UTF-16 of ASCII is that with NULs. */
const plainOf = (bytes: Buffer): Buffer =>
  bytes.includes(0) ? Buffer.from(bytes.toString('latin1').replaceAll('\0', ''), 'latin1') : bytes;

/** What becomes of what looks like a secret: see `ccr.secrets`. */
export type SecretPolicy = 'skip' | 'redact' | 'store';

/** Where all bytes of an original pass before they are kept anywhere. */
export class SecretGate {
  private readonly give: (bytes: Buffer) => void;
  private readonly redactor: Redactor | undefined;
  private readonly scan: SecretScan | undefined;
  private failure: SecretFound | undefined;

  /** @param give takes what may be kept; may hold on to it. */
  constructor(policy: SecretPolicy, give: (bytes: Buffer) => void) {
    this.give = give;
    this.redactor = policy === 'redact' ? new Redactor() : undefined;
    this.scan = policy === 'store' ? undefined : new SecretScan(give, this.redactor);
  }

  push(chunk: Buffer): void {
    if (this.scan === undefined) this.give(chunk);
    else this.scan.push(chunk);
  }

  settle(): void {
    this.scan?.settle();
  }

  end(): void {
    this.scan?.end();
  }

  /** Why nothing more is let through. */
  get found(): SecretFound | undefined {
    if (this.scan?.found !== undefined) this.failure ??= new SecretFound(this.scan.found);
    return this.failure;
  }

  /** So many secrets have been replaced. */
  get redacted(): number {
    return this.redactor?.count ?? 0;
  }
}
