/** Reading foreign values: what is not of the kind that is asked for is not there. */

export type Fields = Readonly<Record<string, unknown>>;

export const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export const fieldsOf = (value: unknown): Fields => (isFields(value) ? value : {});

export const textOf = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);

/** The text of a tool's content, where that is one text and nothing else. */
export function onlyText(content: unknown): string | undefined {
  if (!Array.isArray(content) || content.length !== 1) return undefined;
  const [part] = content as readonly unknown[];
  return fieldsOf(part).type === 'text' ? textOf(fieldsOf(part).text) : undefined;
}
