/** What shows parts of documents: loaded only where a caller asks for it. */
import type { Excerpt } from './compressors/excerpt.js';
import { excerpts } from './generated/excerpts.js';

/** What shows parts of a document of this kind; undefined: nothing does. */
export async function excerptOf(kind: string): Promise<Excerpt | undefined> {
  return isExcerpted(kind) ? (await excerpts[kind]?.())?.default : undefined;
}

/** What writes labels like this one. */
export async function excerptByLabel(about: string): Promise<Excerpt | undefined> {
  const all = await Promise.all(Object.values(excerpts).map(async load => (await load()).default));
  return all.find(({ labels }) => labels.test(about));
}

/** The text as excerpts see it. */
export const bareText = (text: string): string => text.replace(/\r\n?/g, '\n').replace(/\n$/, '');

/** Whether something shows parts of a document of this kind. */
export const isExcerpted = (kind: string): boolean => Object.hasOwn(excerpts, kind);
