/** Which language a text is written in: as its name says, as its first line says, as its lines look. */
import { LANGUAGES, type Language } from './languages.js';

/** Of a text that nobody names: so many languages are tried, the likeliest first. */
const MAX_TRIED = 3;
/** Lines that are looked at. */
const MAX_LINES = 600;

/** What is known of a text besides itself. */
export interface Named {
  readonly file?: string | undefined;
  readonly mime?: string | undefined;
}

/** The likeliest first; none: nothing is known of it, or the name is one of another language. */
export function languagesOf(text: string, { file, mime }: Named): readonly Language[] {
  const ending = endingOf(file);
  if (ending !== undefined) {
    return LANGUAGES.filter(({ extensions }) => extensions.split(' ').includes(ending));
  }
  const type = mime?.split(';')[0]?.trim().toLowerCase().replace('/x-', '/') ?? '';
  const typed = LANGUAGES.find(({ mimes }) => type !== '' && mimes.test(type));
  if (typed !== undefined) return [typed];
  const program = /^#!\s*(?:\S*\/env\s+(?:-S\s+)?|\S*\/)?([\w.-]+)/.exec(text)?.[1];
  const run = LANGUAGES.find(({ programs }) => program !== undefined && programs?.test(program));
  return run === undefined ? languagesByLooks(text) : [run];
}

/** Of a path of a file, or an ending with or without its dot. Undefined where there is none. */
export function endingOf(file: string | undefined): string | undefined {
  const name = file?.split(/[\\/]/).pop() ?? '';
  const isEnding = file === name && !name.includes('.') && name === name.toLowerCase();
  const ending = isEnding ? name : (/.\.(\w+)$|^\.(\w+)$/.exec(name)?.slice(1).find(Boolean) ?? '');
  return ending === '' || ending === 'txt' || ending === 'log' ? undefined : ending.toLowerCase();
}

function languagesByLooks(text: string): readonly Language[] {
  const lines = text.split('\n', MAX_LINES).map(line => line.slice(0, 400));
  return (
    LANGUAGES.map(language => ({ language, count: lines.filter(line => language.looks.test(line)).length }))
      .filter(({ count }) => count >= 2 && count >= lines.length * 0.02)
      .sort((a, b) => b.count - a.count)
      .slice(0, MAX_TRIED)
      .map(({ language }) => language)
      // C++ looks like C too, and not the other way round.
      .sort((a, b) => (a.grammar === b.grammar ? b.name.length - a.name.length : 0))
  );
}
