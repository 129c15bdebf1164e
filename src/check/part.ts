/** Lines of OUT that are another form of raw lines. */
import { formatMark, type Mark } from '../text/marker.js';

export interface Part {
  /** Lines that have not come yet. */
  readonly left: number;
  /** Takes the next line. After the last one: the raw lines that all stand for, or, as a text, what is wrong with them. */
  take(line: string): Promise<readonly string[] | string | undefined>;
}

/** @param mark what stands above the part. */
export function openPart({ about, lines: count }: Mark & { kind: 'part' }): Part {
  const lines: string[] = [];
  return {
    get left() {
      return count - lines.length;
    },
    async take(line) {
      lines.push(line);
      if (lines.length < count) return undefined;
      const { decodeForm, isForm } = await import('../forms.js');
      const form = `${formatMark({ kind: 'form', about })}\n${lines.join('\n')}\n`;
      const decoded = decodeForm(form);
      if ('message' in decoded) return decoded.message;
      if (!isForm(form, decoded.original)) return 'the part is not as it was written';
      return decoded.original.replace(/\n$/, '').split('\n');
    },
  };
}
