/** Text of an old Mac, whose lines end at CR alone, told from progress that draws over itself. */
import { textOfBytes } from './encoding.js';
import { isRecordStart } from './record.js';
import { evidenceOf } from './severity.js';

const startsRecord = (part: string): boolean => isRecordStart(part) || /^\[?\d{4}[-/]\d\d[-/]\d\d\b/.test(part);

/**
 * CR but no LF at all, and neighbours that are no redraws of each other (other letters, not only other digits). Where a
 * part tells of an error, it is a line: an error that is drawn over would be lost without a trace. So are a log's records.
 * @param text the first bytes, one character a byte.
 */
export function hasOldMacLines(text: string): boolean {
  if (text.includes('\n') || !text.includes('\r') || text.includes('\x1b')) return false;
  const parts = text.split('\r').filter(part => part !== '');
  if (parts.length < 2) return false;
  const words = (part: string): string => part.replace(/[^a-zA-Z]+/g, ' ').trim();
  const redraws = parts.filter((part, index) => index > 0 && words(part) === words(parts[index - 1] ?? ''));
  if (redraws.length < parts.length / 2 || parts.filter(startsRecord).length > parts.length / 2) return true;
  return parts.some(part => evidenceOf(textOfBytes(part)) === 'error');
}
