/** Whether bytes hold a line that nobody may hold back: what a CI service acts on must not wait for a document's end. */
import { HEAD } from './sight.js';

/** Looks at a stream's bytes as they come. */
export interface UrgentLines {
  /** True where a line that ends in the chunk is urgent. */
  add(chunk: Buffer): boolean;
  /** True where the last line, which has no end, is urgent. */
  end(): boolean;
}

export function openUrgentLines(): UrgentLines {
  let begun = '';
  return {
    add(chunk) {
      const lines = (begun + chunk.toString('latin1')).split('\n');
      begun = lines.pop() ?? '';
      return lines.some(isUrgent);
    },
    end: () => isUrgent(begun),
  };
}

/** The same of a whole text. */
export function hasUrgentLine(bytes: Buffer): boolean {
  const urgent = openUrgentLines();
  return urgent.add(bytes) || urgent.end();
}

const isUrgent = (line: string): boolean => HEAD.isUrgent(line.replace(/^\xef\xbb\xbf/, '').replace(/\r$/, ''));
