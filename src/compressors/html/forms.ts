/** What a form asks for, pictures, and what an element says of itself: their attributes as words. */

type Attributes = Readonly<Record<string, string>>;

/** Longer values are only begun. */
const MAX_VALUE_CHARS = 120;

/** What an element's attributes tell a reader; empty for most. */
export function formText(name: string, attributes: Attributes): string {
  switch (name) {
    case 'img':
    case 'area':
      return attributes.alt?.trim() ? `[${name} ${oneLine(attributes.alt)}]` : '';
    case 'iframe':
    case 'frame':
    case 'audio':
    case 'video':
    case 'object':
      return attributes.src || attributes.data ? `[${name} ${clean(attributes.src ?? attributes.data ?? '')}]` : '';
    case 'svg':
      return attributes['aria-label']?.trim() ? `[svg ${oneLine(attributes['aria-label'])}]` : '';
    case 'script':
    case 'style':
    case 'math':
      return '';
    case 'form':
      return `[form ${(attributes.method ?? 'get').toUpperCase()} ${clean(attributes.action ?? '')}]`;
    case 'input':
      return `[input${said(attributes, ['type', 'name', 'value', 'placeholder', 'alt', 'aria-label'])}${flags(attributes)}]`;
    case 'button':
    case 'select':
    case 'textarea':
      return `[${name}${said(attributes, ['name', 'value', 'aria-label'])}${flags(attributes)}]`;
    case 'option':
      return `[option${said(attributes, ['value', 'label'])}${flags(attributes)}]`;
    case 'optgroup':
    case 'progress':
    case 'meter':
      return `[${name}${said(attributes, ['label', 'value', 'max'])}]`;
    case 'a':
    case 'link':
    case 'meta':
      return '';
    default:
      if (attributes.role === 'img' && attributes['aria-label']?.trim())
        return `[img ${oneLine(attributes['aria-label'])}]`;
      return attributes.title?.trim() ? `[${clean(attributes.title)}]` : '';
  }
}

const said = (attributes: Attributes, names: readonly string[]): string =>
  names.map(name => (attributes[name] ? ` ${name}=${clean(attributes[name])}` : '')).join('');

const flags = (attributes: Attributes): string =>
  ['checked', 'selected', 'disabled', 'required']
    .map(name => (attributes[name] === undefined ? '' : ` ${name}`))
    .join('');

const oneLine = (value: string): string => value.replace(/[\s\x00-\x1f\x7f-\x9f]+/g, ' ').trim();

function clean(value: string): string {
  const one = oneLine(value);
  return one.length > MAX_VALUE_CHARS ? `${one.slice(0, MAX_VALUE_CHARS)}...` : one;
}
