/** An answer that lines of one shape share, worked out once. */

/** Forgotten whole when full: a log has some hundred shapes, seldom thousands. */
const MAX_SHAPES = 16_384;

/** What has been answered for each shape of one stream. */
export interface ByShape<Answer> {
  /** The known answer for `shape`, or `work`'s, which is then remembered if `isShared` says that it holds for the shape. */
  get(shape: number, text: string): Answer;
}

/** @param isShared false for a text whose answer hangs on more than its shape; all are shared where it is not given. */
export function openByShape<Answer extends string | boolean>(
  work: (text: string) => Answer,
  isShared: (text: string) => boolean = () => true,
): ByShape<Answer> {
  const known = new Map<number, Answer>();
  return {
    get(shape, text) {
      const before = known.get(shape);
      if (before !== undefined) return before;
      const answer = work(text);
      if (!isShared(text)) return answer;
      if (known.size >= MAX_SHAPES) known.clear();
      known.set(shape, answer);
      return answer;
    },
  };
}
