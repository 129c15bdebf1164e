/** An answer that lines of one shape share, worked out once. */

/** Forgotten whole when so many are known: a log has some hundred shapes, seldom thousands. */
const MAX_SHAPES = 32_768;
/** Places of a fresh table; it doubles when half of them are taken. */
const FIRST_PLACES = 512;

/** What has been answered for each shape of one stream. */
export interface ByShape<Answer> {
  /** The known answer for `shape` (0: not computed, nothing is known), or `work`'s, which is then remembered if `isShared` says that it holds for the shape. */
  get(shape: number, text: string): Answer;
  /** The known answer; undefined where none is remembered. */
  find(shape: number): Answer | undefined;
  /** No further answer is remembered without forgetting all. */
  readonly isFull: boolean;
}

/**
 * A hash table of its own, because it is asked for every line: a Map takes far longer for numbers of 52 bits.
 * @param isShared false for a text whose answer hangs on more than its shape; all are shared where it is not given.
 * @param maxShapes for answers that take room.
 */
export function openByShape<Answer>(
  work: (text: string) => Answer,
  isShared: (text: string) => boolean = () => true,
  maxShapes = MAX_SHAPES,
): ByShape<Answer> {
  /** 0 where a place is free: no shape is 0. */
  let shapes = new Float64Array(FIRST_PLACES);
  let answers = new Array<Answer | undefined>(FIRST_PLACES);
  let size = 0;

  const placeOf = (shape: number): number => {
    const last = shapes.length - 1;
    let place = shape & last;
    while (shapes[place] !== shape && shapes[place] !== 0) place = (place + 1) & last;
    return place;
  };
  const put = (shape: number, answer: Answer | undefined): void => {
    const place = placeOf(shape);
    shapes[place] = shape;
    answers[place] = answer;
    size += 1;
  };
  const makeRoom = (): void => {
    const isFull = size >= maxShapes;
    const before = shapes;
    const known = answers;
    const places = isFull ? FIRST_PLACES : shapes.length * 2;
    shapes = new Float64Array(places);
    answers = new Array<Answer | undefined>(places);
    size = 0;
    if (isFull) return;
    for (let place = 0; place < before.length; place += 1) {
      const shape = before[place] as number;
      if (shape !== 0) put(shape, known[place]);
    }
  };
  return {
    find(shape) {
      const place = placeOf(shape);
      return shapes[place] === shape ? answers[place] : undefined;
    },
    get isFull() {
      return size >= maxShapes;
    },
    get(shape, text) {
      if (shape === 0) return work(text);
      const place = placeOf(shape);
      if (shapes[place] === shape) return answers[place] as Answer;
      const answer = work(text);
      if (!isShared(text)) return answer;
      if (size * 2 >= shapes.length || size >= maxShapes) makeRoom();
      put(shape, answer);
      return answer;
    },
  };
}
