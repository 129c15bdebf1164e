/** What a benchmark is: one question, answered in tables. `bench/<name>.ts` exports one as default. */

/** What all questions are asked with. Flags that a question does not know leave it alone. */
export interface BenchOptions {
  /** The project's folder. */
  readonly root: string;
  /** A fresh folder for large files and stores; removed afterwards. */
  readonly temp: string;
  /** Sizes of input in MB (10^6 bytes), where the question has any; undefined: the question's own. */
  readonly megabytes: readonly number[] | undefined;
  /** Size in MB of the one long line of `memory`. */
  readonly lineMegabytes: number;
  /** How often each thing is run, in turns; undefined: the question's own number. */
  readonly rounds: number | undefined;
  /** Folders with further inputs. */
  readonly inputs: readonly string[];
  /** Says how far it is. */
  progress(message: string): void;
}

/** A column of figures. */
export interface Column {
  readonly name: string;
  /** Digits behind the point. */
  readonly digits?: number;
  /** Compared with an earlier run by `--baseline`. */
  readonly isCompared?: boolean;
}

/** A cell: a figure, a word, or nothing to say. */
export type Cell = number | string | undefined;

export interface Row {
  /** Unique in its table, and the same in each run: an earlier run's row is found by it. */
  readonly key: string;
  readonly cells: readonly Cell[];
}

export interface Table {
  readonly title: string;
  /** Heads the keys. */
  readonly keyName: string;
  readonly columns: readonly Column[];
  readonly rows: readonly Row[];
  /** Sentences below the table. */
  readonly notes?: readonly string[];
}

export interface Question {
  /** Equals the file name. */
  readonly name: string;
  readonly about: string;
  run(options: BenchOptions): Promise<readonly Table[]>;
}

/** Types a question's definition. */
export function defineQuestion(question: Question): Question {
  return question;
}
