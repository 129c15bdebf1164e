/** What all recorded runs say together, by day, rule or host. */
import type { RunEvent, StatsEvent } from './event.js';
import { dayFiles, noProblems, type Problems, readEvents, readRetrievals } from './read.js';
import { openTally, type Tally, type Totals } from './tally.js';
import { daysBefore, type Zone } from './zone.js';

export type By = 'day' | 'rule' | 'host';

export interface Asked {
  readonly zone: Zone;
  /** First day of the zone that is counted; undefined: all. */
  readonly firstDay: string | undefined;
  readonly by: By;
}

export interface Group extends Totals {
  readonly name: string;
}

export interface Summary {
  readonly totals: Totals;
  /** Days in order; rules and hosts by what they saved, the most first. */
  readonly groups: readonly Group[];
  /** By what they saved, the most first. */
  readonly families: readonly Group[];
  readonly problems: Problems;
}

/** What no rule knew. */
export const NO_RULE = '(no rule)';
/** Of a retrieval whose run is not among those counted. */
export const EARLIER = '(earlier run)';
const OTHERS = '(others)';
const MAX_GROUPS = 5_000;
/** Originals of which is known whose they are; retrievals of further ones count as of an earlier run. */
const MAX_ORIGINALS = 200_000;

/** A run of which an original was asked for. */
interface Owner {
  readonly run: RunEvent;
  readonly day: string;
  isRetrieved: boolean;
}

/**
 * Reads all events twice: which originals were asked for again, then whose they are.
 * @throws {JuiceError} NO_FILE where the folder cannot be read.
 */
export function summarize(dir: string, { zone, firstDay, by }: Asked): Summary {
  const problems = noProblems();
  // East of Greenwich a day begins in the file of the day before.
  const files = dayFiles(dir, firstDay === undefined ? undefined : daysBefore(firstDay, 1));
  const wanted = new Set<string>();
  for (const name of files)
    for (const { original } of readRetrievals(dir, name)) if (wanted.size < MAX_ORIGINALS) wanted.add(original);
  const counting = openCounting(by, wanted);
  for (const name of files)
    for (const event of readEvents(dir, name, problems)) {
      const day = zone.dayOf(event.timeMs);
      if (firstDay === undefined || day >= firstDay) counting.add(event, day);
    }
  return { ...counting.result(), problems };
}

function openCounting(by: By, wanted: ReadonlySet<string>) {
  const all = openTally();
  const groups = openGroups();
  const families = openGroups();
  const owners = new Map<string, Owner>();
  const nameOf = ({ rule, host }: RunEvent, day: string): string =>
    by === 'day' ? day : by === 'host' ? host : (rule ?? NO_RULE);
  const addRun = (run: RunEvent, day: string): void => {
    all.addRun(run);
    groups.of(nameOf(run, day)).addRun(run);
    families.of(run.family ?? NO_RULE).addRun(run);
    for (const original of run.originals)
      if (wanted.has(original)) owners.set(original, { run, day, isRetrieved: false });
  };
  return {
    add(event: StatsEvent, day: string): void {
      if (event.event === 'run') {
        addRun(event, day);
        return;
      }
      const owner = owners.get(event.original);
      // Tokens count where they were spent: on their own day, but for the rule and the host that made them necessary.
      const spent = by === 'day' ? day : owner === undefined ? EARLIER : nameOf(owner.run, owner.day);
      const family = owner === undefined ? EARLIER : (owner.run.family ?? NO_RULE);
      for (const tally of [all, groups.of(spent), families.of(family)]) tally.addRetrieval(event);
      if (owner === undefined || owner.isRetrieved) return;
      owner.isRetrieved = true;
      for (const tally of [all, groups.of(nameOf(owner.run, owner.day)), families.of(family)]) tally.addRetrievedCall();
    },
    result: (): Omit<Summary, 'problems'> => ({
      totals: all.totals(),
      groups: groups.list(by === 'day' ? byName : bySaving),
      families: families.list(bySaving),
    }),
  };
}

const byName = (a: Group, b: Group): number => (a.name < b.name ? -1 : 1);
const bySaving = (a: Group, b: Group): number => b.netTokens - a.netTokens || byName(a, b);

function openGroups() {
  const tallies = new Map<string, Tally>();
  return {
    of(asked: string): Tally {
      const name = tallies.has(asked) || tallies.size < MAX_GROUPS ? asked : OTHERS;
      const tally = tallies.get(name) ?? openTally();
      tallies.set(name, tally);
      return tally;
    },
    list: (order: (a: Group, b: Group) => number): readonly Group[] =>
      [...tallies].map(([name, tally]) => ({ name, ...tally.totals() })).sort(order),
  };
}
