/** Lines of readable text, put together from the pieces of a page. */

/** One line of the text. */
export interface TextLine {
  readonly text: string;
  /** As it stood in the page, with its blanks. */
  readonly isExact: boolean;
  /** Of a navigation. */
  readonly isOfNav: boolean;
}

/** A line that grows at its end. */
export interface TextLines {
  readonly lines: readonly TextLine[];
  /** Of the line that grows; 0 where nothing has come. */
  readonly length: number;
  /** Text of the page: blanks are one, but in what is exact. */
  add(text: string): void;
  /** Words apart from those before them. */
  put(text: string): void;
  /** Ends the line; an empty one is none. */
  end(): void;
  /** Comes before the next line, and before no other. */
  prefix(text: string): void;
  /** The line that grows, from a place in it. */
  from(at: number): string;
  /** Puts something else for what stands behind a place. */
  replace(at: number, text: string): void;
  setExact(isExact: boolean): void;
  setNav(isOfNav: boolean): void;
  push(line: TextLine): void;
}

/** Blanks of HTML, and the blank that does not break. */
const BLANKS = /[ \t\n\f\r\u00a0]+/g;
/** Codes that a terminal would act on. */
const CODES = /[\x00-\x08\x0b-\x1f\x7f-\x9f]/g;

export function openTextLines(): TextLines {
  const lines: TextLine[] = [];
  let text = '';
  let before = '';
  /** Words of ours stand at the end. */
  let isApart = false;
  let isExact = false;
  let isOfNav = false;

  const end = (): void => {
    const whole = isExact ? text : text.trim();
    text = '';
    isApart = false;
    if (whole === '' && !isExact) return;
    lines.push({ text: before + whole, isExact, isOfNav });
    before = '';
  };
  const addExact = (piece: string): void => {
    const [first = '', ...more] = piece.split('\n');
    text += first;
    for (const line of more) {
      end();
      text = line;
    }
  };
  return {
    lines,
    get length() {
      return text.length;
    },
    add(piece) {
      const clean = piece.replace(CODES, '');
      if (isExact) {
        addExact(clean.replaceAll('\u00a0', ' '));
        return;
      }
      const words = clean.replace(BLANKS, ' ');
      const one = isApart && !words.startsWith(' ') ? ` ${words}` : words;
      isApart &&= words === '';
      text += one.startsWith(' ') && (text === '' || text.endsWith(' ')) ? one.slice(1) : one;
    },
    put(piece) {
      text += isExact || text === '' || text.endsWith(' ') ? piece : ` ${piece}`;
      isApart = !isExact;
    },
    end,
    prefix(piece) {
      before = piece;
    },
    from: at => text.slice(at),
    replace(at, piece) {
      text = text.slice(0, at) + piece;
    },
    setExact(value) {
      isExact = value;
    },
    setNav(value) {
      isOfNav = value;
    },
    push(line) {
      lines.push(line);
    },
  };
}
