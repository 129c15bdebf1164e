/** Whether a value is one that a setting may hold. */
import { printable } from '../text/printable.js';
import { type KeyName, type KeyRecord, recordOf, type Value } from './keys.js';

/** The value, or what is wrong with it, without a full stop. */
export type Checked = { readonly value: Value } | { readonly fault: string };

/** @param home stands for a `~` before the first slash of a path. */
export function checkValue(key: KeyName, given: unknown, home: string): Checked {
  const record = recordOf(key);
  const fault = { fault: `${shown(given)} is not ${wanted(record)}` };
  switch (record.type) {
    case 'boolean':
      return typeof given === 'boolean' ? { value: given } : fault;
    case 'choice':
      return typeof given === 'string' && record.choices.includes(given) ? { value: given } : fault;
    case 'count': {
      const isWhole = typeof given === 'number' && Number.isSafeInteger(given);
      return isWhole && given >= record.min && given <= record.max ? { value: given } : fault;
    }
    case 'path': {
      if (typeof given !== 'string' || given.includes('\0')) return fault;
      const path = given.replace(/^~(?=\/)/, () => home);
      return path.startsWith('/') ? { value: path } : fault;
    }
    case 'url':
      return isUrl(given, record.schemes) ? { value: given } : fault;
    default: {
      const never: never = record;
      return never;
    }
  }
}

function isUrl(given: unknown, schemes: readonly string[]): given is string {
  if (given === '') return true;
  const url = typeof given === 'string' && URL.canParse(given) ? new URL(given) : undefined;
  return url !== undefined && schemes.includes(url.protocol);
}

/** The same of a text, as a variable holds it. */
export function checkText(key: KeyName, text: string, home: string): Checked {
  return checkValue(key, valueOfText(recordOf(key), text.trim()), home);
}

const YES = ['true', '1', 'yes', 'on'];
const NO = ['false', '0', 'no', 'off'];

function valueOfText({ type }: KeyRecord, text: string): unknown {
  if (type === 'count' && /^\d{1,16}$/.test(text)) return Number(text);
  if (type !== 'boolean') return text;
  const word = text.toLowerCase();
  return YES.includes(word) ? true : NO.includes(word) ? false : text;
}

/** What a setting may hold, in words. */
export function wanted(record: KeyRecord): string {
  switch (record.type) {
    case 'boolean':
      return 'true or false';
    case 'choice':
      return `one of ${record.choices.join(', ')}`;
    case 'count':
      return `a whole number from ${record.min} to ${record.max}`;
    case 'path':
      return 'a path that begins with / or ~/';
    case 'url':
      return `a URL that begins with ${record.schemes.join(', ')}`;
    default: {
      const never: never = record;
      return never;
    }
  }
}

/** A value as TOML writes it, for a message or a listing. */
export function shown(value: unknown): string {
  if (typeof value === 'string') return JSON.stringify(printable(value, 120));
  if (typeof value === 'number' || typeof value === 'boolean' || typeof value === 'bigint') return `${value}`;
  if (value === null || value === undefined) return 'nothing';
  if (Array.isArray(value)) return 'a list';
  return value instanceof Date ? 'a date' : 'a table';
}
