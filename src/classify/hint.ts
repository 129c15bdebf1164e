/** What the caller says that the text is: goes before what its command and its lines say. */
import { JuiceError } from '../errors.js';
import { kindNamed, kindOfExtension, kindOfMime, TEXT_KINDS, type TextKind } from './kinds.js';

/** As flags, fields and options say it. */
export interface ToldKind {
  readonly kind?: string | undefined;
  readonly mime?: string | undefined;
  readonly extension?: string | undefined;
  /** The same as `kind` code. */
  readonly outline?: boolean | undefined;
  /** Name of the file that it was read from: says which language it is in, where nothing else does. */
  readonly file?: string | undefined;
}

export interface KindHint {
  readonly kind: TextKind;
  /** Named on purpose: what is read as it is gets another form too. */
  readonly isAsked: boolean;
  /** The file's name or extension, and the MIME type, as far as the caller knows them. */
  readonly file?: string | undefined;
  readonly mime?: string | undefined;
  /** No part of it may go: somebody else makes less of it. */
  readonly isWhole?: boolean | undefined;
  /** For `--trace`. */
  readonly why: string;
}

/**
 * The kind, if it is named; else what the MIME type says, else the extension.
 * @param as how `kind` is written where the caller gives it: `--kind`.
 * @throws {JuiceError} BAD_USE for a kind that there is not, and for an outline of what is no code.
 */
export function hintOf(told: ToldKind, as = 'kind'): KindHint | undefined {
  const { mime, extension, outline, kind = outline ? 'code' : undefined } = told;
  if (outline && kind !== 'code')
    throw new JuiceError('BAD_USE', `outline: it is of source code, and ${as} says ${JSON.stringify(kind)}.`);
  if (kind !== undefined) {
    const named = kindNamed(kind);
    const isNamed = told.file !== undefined && told.file !== '-';
    // With a folder before it, a name without a dot is no extension.
    const file = extension ?? (isNamed ? `./${told.file}` : undefined);
    if (named !== undefined) return { kind: named, isAsked: true, why: `said to be ${named}`, file, mime };
    const shown = JSON.stringify(kind.slice(0, 40));
    throw new JuiceError('BAD_USE', `${as}: there is no kind ${shown}. Give one of: ${TEXT_KINDS.join(', ')}.`);
  }
  const byMime = mime === undefined ? undefined : kindOfMime(mime);
  if (byMime !== undefined) return { kind: byMime, isAsked: false, why: `its MIME type says ${byMime}` };
  const byExtension = extension === undefined ? undefined : kindOfExtension(extension);
  return byExtension === undefined
    ? undefined
    : { kind: byExtension, isAsked: false, why: `its extension says ${byExtension}` };
}
