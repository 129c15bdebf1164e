/**
 * First lines that say of all below, up to the footer, that it is not the whole text:
 *
 *     [html as text, without 7 scripts, 2 styles]       what the text says, without its markup
 *     [python outline, not editable]                    its lines without the bodies of functions
 *     [prose, some sentences left out]                  its sentences but those that `[... 3 sentences]` stands for
 *     [summary by mlText, not in the original's words]  the same, as a model of the host's has told it
 */
export type DocumentLabel =
  | { readonly kind: 'extract'; readonly of: string; readonly without: readonly string[] }
  | { readonly kind: 'excerpt'; readonly about: string }
  | { readonly kind: 'summary' };

const SUMMARY = "[summary by mlText, not in the original's words]";
const EXTRACT = /^\[(html) as text(?:, without ([\w, ]+))?\]$/;
const EXCERPT = /^\[((?:[a-z+#]+) outline, not editable|prose, some sentences left out)\]$/;

/** The label's line, without its end. */
export function formatLabel(label: DocumentLabel): string {
  switch (label.kind) {
    case 'extract':
      return `[${label.of} as text${label.without.length === 0 ? '' : `, without ${label.without.join(', ')}`}]`;
    case 'excerpt':
      return `[${label.about}]`;
    case 'summary':
      return SUMMARY;
    default: {
      const never: never = label;
      return never;
    }
  }
}

/** Undefined for any other line. */
export function parseLabel(text: string): DocumentLabel | undefined {
  if (text === SUMMARY) return { kind: 'summary' };
  const excerpt = EXCERPT.exec(text)?.[1];
  if (excerpt !== undefined) return { kind: 'excerpt', about: excerpt };
  const extract = EXTRACT.exec(text);
  return extract === null
    ? undefined
    : { kind: 'extract', of: extract[1] ?? '', without: extract[2]?.split(', ') ?? [] };
}
