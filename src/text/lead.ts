/** What a runner writes before each line of the commands that it runs: `@app/api:test: `, `#12 4.512 `, a CI's times. */
import { isCiCommand } from './ci.js';

/** Fewer lines of a kind are no lead, and neither is what stands before a smaller share of all lines. */
const MIN_LINES = 8;
const MIN_SHARE = 0.6;
/** Each name must come with so many lines: a file or a test is named once or twice, a command speaks on. */
const MIN_LINES_OF_NAME = 3;

const NAMED: readonly RegExp[] = [
  // package:task, with or without a scope
  /^@?[A-Za-z][\w.-]*(?:\/[\w.-]+)?[:#][A-Za-z][\w:.-]*: ?/,
  /^@[\w.-]+\/[\w.-]+: ?/,
  // folder and script
  /^(?:[\w@.-]+\/)+[\w.-]+ [A-Za-z][\w:.-]*(?:: ?|\$ )/,
  // the step of an image's build
  /^#\d+ (?:\d+\.\d+ )?/,
  // a workflow run by act, a step of Cloud Build
  /^\[[^[\]]+\/[^[\]]+\] {1,8}\| /,
  /^Step #\d+(?: - "[^"]*")?: /,
  // a task of ant, as far to the right as its name allows
  /^ {1,10}\[[A-Za-z][\w:.-]*\] ?/,
];
/** A level or a finding's word is no name. */
const LEVEL =
  /\b(?:trace|debug|verbose|info|notice|note|warn(?:ing)?|err(?:or)?|fail(?:ed|ure)?|fatal|critical|severe|panic|ok|pass(?:ed)?|help|hint|fix)\b/i;

/** Written by one program only: no share of the lines is asked for. */
const SURE: readonly RegExp[] = [/^INTERNALERROR> ?/, /^➤ YN\d{4}: (?:[│┌└] )?/];

const TIME = '\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d(?:\\.\\d+)?Z?';
/** The times that a CI service writes before each line, with the job and the step, the stream, or brackets. */
const TIMED: readonly RegExp[] = [new RegExp(`^${TIME} (?:\\d\\d[OE][+ ]?)?`), new RegExp(`^\\[${TIME}\\] `)];
/** The job, the step and the time, as `gh run view --log` writes them: sure without any step in sight. */
const OF_JOBS = new RegExp(`^[^\\t]{1,120}\\t[^\\t]{1,120}\\t\\ufeff?${TIME} `);
const STEP = /^##\[|^::(?:group|endgroup)::|^section_(?:start|end):|^\[Pipeline\]/;

/**
 * What stands before the lines of a text; undefined where that is nothing, or not sure.
 * @param lines rendered lines of the first 16 KiB
 */
export function findLead(lines: readonly string[]): RegExp | undefined {
  const full = lines.filter(line => line !== '' && !isCiCommand(line));
  const count = (lead: RegExp): number => full.filter(line => lead.test(line)).length;
  const sure = SURE.find(lead => count(lead) >= MIN_LINES);
  if (sure !== undefined) return sure;
  const enough = Math.max(MIN_LINES, full.length * MIN_SHARE);
  return (
    NAMED.find(lead => count(lead) >= enough && areNames(full, lead)) ??
    (count(OF_JOBS) >= enough ? OF_JOBS : TIMED.find(lead => count(lead) >= enough && hasSteps(full, lead)))
  );
}

/** The lead of one line, empty where it has none. */
export const leadOf = (text: string, lead: RegExp | undefined): string => lead?.exec(text)?.[0] ?? '';

function areNames(lines: readonly string[], lead: RegExp): boolean {
  const leads = lines.map(line => leadOf(line, lead)).filter(each => each !== '');
  const names = new Set(leads.map(each => each.replace(/\d+\.\d+ $/, '')));
  return names.size * MIN_LINES_OF_NAME <= leads.length && ![...names].some(name => LEVEL.test(name));
}

const hasSteps = (lines: readonly string[], lead: RegExp): boolean =>
  lines.some(line => STEP.test(line.slice(leadOf(line, lead).length)));
