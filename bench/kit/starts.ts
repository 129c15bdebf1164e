/** Starts of programs, timed in turns. */
import { type Program, runTimed, type Timed } from './child.js';
import { mean, median } from './figures.js';

/** What is started, by what is said of it. */
export interface Contender {
  readonly name: string;
  readonly program: Program;
}

/** @returns the times of each contender, in their order. */
export function timeInTurns(
  contenders: readonly Contender[],
  rounds: number,
  onRound: (round: number) => void,
): readonly (readonly Timed[])[] {
  const times = contenders.map((): Timed[] => []);
  for (let round = 0; round < rounds; round += 1) {
    onRound(round);
    // Each round begins with another one, so that none always follows the same.
    for (let turn = 0; turn < contenders.length; turn += 1) {
      const at = (round + turn) % contenders.length;
      const contender = contenders[at];
      if (contender !== undefined) times[at]?.push(runTimed(contender.program));
    }
  }
  return times;
}

export const medianOf = (runs: readonly Timed[] = []): number => median(runs.map(({ ms }) => ms));

/** Undefined where the system does not tell. */
export function meanCpuOf(runs: readonly Timed[] = []): number | undefined {
  const cpu = runs.map(({ cpuMs }) => cpuMs).filter(ms => ms !== undefined);
  return cpu.length > 0 ? mean(cpu) : undefined;
}

export const CPU_NOTE = 'cpu ms: mean of user and system time; steadier than the clock on a busy machine.';
