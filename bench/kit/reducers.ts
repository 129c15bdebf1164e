/** What makes a text shorter: ours in several ways, the peer, and a control that looks at nothing. */
import { runOn } from './child.js';
import type { Recording } from './recordings.js';
import { tinyjuice, tokenjuice } from './tools.js';

/** A text that was made shorter. */
export interface Shortened {
  readonly text: string;
  readonly ms: number;
  /** Why it is the input itself; undefined where all went well. */
  readonly failure: string | undefined;
}

export interface Reducer {
  readonly name: string;
  run(recording: Recording): Promise<Shortened>;
}

/** A run that takes longer is ended and counts as failed. */
const MAX_MS = 20_000;

/** Those that run as programs of their own. The first one is what the control is made as long as. */
export function openReducers(root: string, env: Readonly<Record<string, string>>): readonly Reducer[] {
  const program =
    (argv: readonly string[], toInput?: (recording: Recording) => Buffer, toText?: (out: string) => string) =>
    async (recording: Recording, more: readonly string[] = []): Promise<Shortened> => {
      const { raw } = recording;
      const run = await runOn({ argv: [...argv, ...more], env }, toInput?.(recording) ?? raw, MAX_MS);
      const failure = run.code === 0 ? undefined : run.code === null ? `ended after ${MAX_MS / 1000} s` : run.stderr;
      const out = failure === undefined ? run.stdout.toString('utf8') : raw.toString('utf8');
      return { text: failure === undefined && toText !== undefined ? toText(out) : out, ms: run.ms, failure };
    };
  const reduce = program(tinyjuice(root, 'reduce', '-'));
  return [
    {
      name: 'tinyjuice, command given',
      run: recording => reduce(recording, flagsOf(recording)),
    },
    { name: 'tinyjuice, text alone', run: recording => reduce(recording) },
    { name: 'tinyjuice --profile light', run: recording => reduce(recording, ['--profile', 'light']) },
    {
      name: 'tokenjuice, command given',
      run: program(tokenjuice(root, 'reduce-json'), requestOf, inlineTextOf),
    },
    { name: 'tokenjuice, text alone', run: program(tokenjuice(root, 'reduce')) },
  ];
}

const flagsOf = ({ command, exit }: Recording): readonly string[] => [
  ...(command === undefined ? [] : ['--command', command]),
  ...(exit === undefined ? [] : ['--exit-code', String(exit)]),
];

const requestOf = ({ raw, command, exit }: Recording): Buffer =>
  Buffer.from(JSON.stringify({ toolName: 'exec', command, exitCode: exit ?? 0, combinedText: raw.toString('utf8') }));

function inlineTextOf(json: string): string {
  const found = (JSON.parse(json) as { inlineText?: unknown }).inlineText;
  return typeof found === 'string' ? found : json;
}

/** The first and the last lines, of `chars` characters in all: what anyone can do without looking. */
export function headAndTail(text: string, chars: number): string {
  if (text.length <= chars) return text;
  const lines = text.split('\n');
  let [from, to, left] = [0, lines.length, chars];
  for (let isHead = true; ; isHead = !isHead) {
    const line = (isHead ? lines[from] : lines[to - 1]) ?? '';
    left -= line.length + 1;
    if (left < 0 || from >= to) break;
    if (isHead) from += 1;
    else to -= 1;
  }
  return [...lines.slice(0, from), '...', ...lines.slice(to)].join('\n');
}
