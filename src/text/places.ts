/** Where findings of one kind were, of which one alone is shown: `src/a.c 12:5 14:5, src/b.c 3:1`. */
import { copyOf } from './copy.js';
import { placeOf } from './finding.js';

/** Kinds with more are counted without their places. */
const MAX_PLACES = 256;
const MAX_FILE_CHARS = 256;

/** The places of findings, in the order in which they came. Holds at most `MAX_PLACES`. */
export interface Places {
  /** A finding of the kind, without what a runner writes before it. */
  add(text: string): void;
  /** The last one that came is shown after all. */
  takeBack(): void;
  /** All but the last one; undefined where there is none, where one is not known, or where there are too many. */
  list(): string | undefined;
}

interface Place {
  readonly file: string;
  readonly at: string;
}

export function openPlaces(): Places {
  const places: Place[] = [];
  let isKnown = true;
  return {
    add(text) {
      const place = isKnown ? placeIn(text, places.at(-1)?.file) : undefined;
      if (place === undefined || places.length > MAX_PLACES) {
        isKnown = false;
        places.length = 0;
      } else places.push(place);
    },
    takeBack() {
      places.pop();
    },
    list: () => (isKnown && places.length > 1 ? written(places.slice(0, -1)) : undefined),
  };
}

/** @param last the file of the place before: mostly the same. */
function placeIn(text: string, last: string | undefined): Place | undefined {
  const prefix = placeOf(text.slice(0, MAX_FILE_CHARS));
  const at = /^\(?(\d+(?:[:,]\d+)?)(?=[:)\s-]|$)/.exec(text.slice(prefix.length))?.[1];
  if (prefix === '' || at === undefined) return undefined;
  const file = prefix.replace(/:$/, '');
  return { file: file === last ? last : copyOf(file), at: copyOf(at) };
}

function written(places: readonly Place[]): string {
  let list = '';
  let last = '';
  for (const { file, at } of places) {
    if (file !== last) list += `${list === '' ? '' : ', '}${file}`;
    list += ` ${at}`;
    last = file;
  }
  return list;
}
