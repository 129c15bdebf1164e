/** How many tokens are saved, and what is lost on the way? */
import { basename } from 'node:path';
import { lostFacts } from '../src/verify/fixtures.js';
import { cleanEnvironment } from './kit/child.js';
import { mean, median, percent, sum } from './kit/figures.js';
import { type BenchOptions, type Cell, type Column, defineQuestion, type Row, type Table } from './kit/question.js';
import { type Fact, type Recording, readInputs, readRecordings } from './kit/recordings.js';
import { headAndTail, openReducers, type Shortened } from './kit/reducers.js';
import { countTokens } from './kit/tokens.js';

/** Of smaller texts there is nothing to save: they count for what they lose, not for what they save. */
const MIN_TOKENS = 300;
const MAX_WORST = 5;

/** What one reducer made of one recording. */
interface Outcome {
  readonly recording: Recording;
  readonly name: string;
  readonly rawTokens: number;
  readonly tokens: number;
  readonly lost: readonly Fact[];
  readonly failure: string | undefined;
  readonly ms: number | undefined;
}

export default defineQuestion({
  name: 'savings',
  about: 'o200k tokens left and facts lost, beside tokenjuice and a head/tail control of equal length',
  async run(options) {
    const sets: readonly (readonly [string, readonly Recording[]])[] = [
      ['recordings that ship', readRecordings(options.root)],
      ...options.inputs.map(folder => [basename(folder), readInputs(folder)] as const),
    ];
    const tables: Table[] = [];
    for (const [title, recordings] of sets) tables.push(...(await measureSet(title, recordings, options)));
    return tables;
  },
});

async function measureSet(
  title: string,
  recordings: readonly Recording[],
  options: BenchOptions,
): Promise<readonly Table[]> {
  const reducers = openReducers(options.root, cleanEnvironment(options.temp));
  const control = 'head and tail, as long as ours';
  const outcomes: Outcome[] = [];
  for (const [at, recording] of recordings.entries()) {
    options.progress(`savings: ${title}, ${at + 1} of ${recordings.length}, ${recording.id}`);
    const raw = recording.raw.toString('utf8');
    const rawTokens = countTokens(raw);
    const take = (name: string, { text, failure, ms }: Omit<Shortened, 'ms'> & { ms: number | undefined }): void => {
      const lost = lostFacts(recording.facts, text);
      outcomes.push({ recording, name, rawTokens, tokens: countTokens(text), lost, failure, ms });
    };
    let ours = raw.length;
    for (const [turn, reducer] of reducers.entries()) {
      const shortened = await reducer.run(recording);
      if (turn === 0) ours = shortened.text.length;
      take(reducer.name, shortened);
    }
    take(control, { text: headAndTail(raw, ours), failure: undefined, ms: undefined });
  }
  const names = [...reducers.map(({ name }) => name), control];
  const [first = ''] = names;
  return [overview(title, names, outcomes), byFolder(title, first, outcomes, recordings)];
}

const COLUMNS: readonly Column[] = [
  { name: 'texts', digits: 0 },
  { name: 'tokens left, % of all', isCompared: true },
  { name: 'median %', isCompared: true },
  { name: 'worst %' },
  { name: 'grown', digits: 0, isCompared: true },
  { name: 'facts kept %', isCompared: true },
  { name: 'texts whole %', isCompared: true },
  { name: 'failing runs whole %', isCompared: true },
  { name: 'honest saving %', isCompared: true },
  { name: 'failed', digits: 0 },
  { name: 'ms', digits: 0 },
  { name: 'worst ms', digits: 0 },
];

function overview(title: string, names: readonly string[], outcomes: readonly Outcome[]): Table {
  const rows = names.map((name): Row => ({ key: name, cells: figuresOf(outcomes.filter(each => each.name === name)) }));
  const raw = sum(outcomes.filter(({ name }) => name === names[0]).map(({ rawTokens }) => rawTokens));
  const failures = outcomes.filter(({ failure }) => failure !== undefined);
  return {
    title: `Savings: ${title}, ${raw} o200k tokens`,
    keyName: 'reducer',
    columns: COLUMNS,
    rows,
    notes: [
      'Fact: what an agent must still be able to read, labelled in the raw text. Whole: every fact kept.',
      `Honest saving: mean saving over texts of more than ${MIN_TOKENS} tokens; one that lost a fact counts as none.`,
      ...failures
        .slice(0, MAX_WORST)
        .map(each => `${each.name} failed on ${each.recording.id}: ${firstLine(each.failure)}`),
    ],
  };
}

function figuresOf(outcomes: readonly Outcome[]): readonly Cell[] {
  const facts = sum(outcomes.map(({ recording }) => recording.facts.length));
  const labelled = outcomes.filter(({ recording }) => recording.facts.length > 0);
  const failing = labelled.filter(({ recording }) => recording.exit !== undefined && recording.exit !== 0);
  const shares = outcomes.map(shareOf);
  const times = outcomes.map(({ ms }) => ms).filter(ms => ms !== undefined);
  const isWhole = ({ lost, failure }: Outcome): boolean => lost.length === 0 && failure === undefined;
  const large = outcomes.filter(({ rawTokens }) => rawTokens > MIN_TOKENS);
  const saved = large.map(each => (isWhole(each) ? 1 - each.tokens / each.rawTokens : 0));
  return [
    outcomes.length,
    percent(sum(outcomes.map(({ tokens }) => tokens)), sum(outcomes.map(({ rawTokens }) => rawTokens))),
    median(shares),
    Math.max(...shares),
    outcomes.filter(({ tokens, rawTokens }) => tokens > rawTokens).length,
    percent(facts - sum(outcomes.map(({ lost }) => lost.length)), facts),
    percent(labelled.filter(isWhole).length, labelled.length),
    percent(failing.filter(isWhole).length, failing.length),
    labelled.length === outcomes.length && saved.length > 0 ? 100 * mean(saved) : undefined,
    outcomes.filter(({ failure }) => failure !== undefined).length,
    times.length > 0 ? median(times) : undefined,
    times.length > 0 ? Math.max(...times) : undefined,
  ];
}

const shareOf = ({ tokens, rawTokens }: Outcome): number => (100 * tokens) / Math.max(1, rawTokens);

/** Ours, folder by folder, and the texts that lost most. */
function byFolder(title: string, name: string, outcomes: readonly Outcome[], recordings: readonly Recording[]): Table {
  const folders = [...new Set(recordings.map(folderOf))];
  const ours = outcomes.filter(each => each.name === name);
  const rows = folders.map((folder): Row => {
    const here = ours.filter(({ recording }) => folderOf(recording) === folder);
    const facts = sum(here.map(({ recording }) => recording.facts.length));
    return {
      key: folder,
      cells: [
        here.length,
        sum(here.map(({ rawTokens }) => rawTokens)),
        sum(here.map(({ tokens }) => tokens)),
        percent(sum(here.map(({ tokens }) => tokens)), sum(here.map(({ rawTokens }) => rawTokens))),
        median(here.map(shareOf)),
        Math.max(...here.map(shareOf)),
        facts === 0 ? undefined : facts,
        facts === 0 ? undefined : sum(here.map(({ lost }) => lost.length)),
      ],
    };
  });
  const losing = ours.filter(({ lost }) => lost.length > 0).sort((a, b) => b.lost.length - a.lost.length);
  return {
    title: `Savings: ${title}, by folder, ${name}`,
    keyName: 'folder',
    columns: [
      { name: 'texts', digits: 0 },
      { name: 'tokens', digits: 0 },
      { name: 'left', digits: 0, isCompared: true },
      { name: 'left %', isCompared: true },
      { name: 'median %' },
      { name: 'worst %' },
      { name: 'facts', digits: 0 },
      { name: 'lost', digits: 0, isCompared: true },
    ],
    rows,
    notes: losing
      .slice(0, MAX_WORST)
      .map(({ recording, lost }) => `${recording.id} lost ${lost.length}: ${firstLine(lost[0]?.parts.join(' + '))}`),
  };
}

/** `pytest/kinds` is of `pytest`; a text that stands alone, of itself. */
const folderOf = ({ id }: Recording): string => id.split('/')[0] ?? id;

const firstLine = (text = ''): string => (text.trim().split('\n')[0] ?? '').slice(0, 120);
