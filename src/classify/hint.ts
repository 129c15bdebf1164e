/** What the caller says that the text is: goes before what its command and its lines say. */
import { JuiceError } from '../errors.js';
import { kindNamed, kindOfExtension, kindOfMime, TEXT_KINDS, type TextKind } from './kinds.js';

/** As flags, fields and options say it. */
export interface ToldKind {
  readonly kind?: string | undefined;
  readonly mime?: string | undefined;
  readonly extension?: string | undefined;
}

export interface KindHint {
  readonly kind: TextKind;
  /** Named on purpose: what is read as it is gets another form too. */
  readonly isAsked: boolean;
  /** For `--trace`. */
  readonly why: string;
}

/**
 * The kind, if it is named; else what the MIME type says, else the extension.
 * @param as how `kind` is written where the caller gives it: `--kind`.
 * @throws {JuiceError} BAD_USE for a kind that there is not.
 */
export function hintOf({ kind, mime, extension }: ToldKind, as = 'kind'): KindHint | undefined {
  if (kind !== undefined) {
    const named = kindNamed(kind);
    if (named !== undefined) return { kind: named, isAsked: true, why: `said to be ${named}` };
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
