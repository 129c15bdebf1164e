/** What `doctor` says of one thing. */

/** `disabled`: switched off by whoever set it up, or not trusted yet. Only `broken` makes the exit code 1. */
export type State = 'ok' | 'warn' | 'broken' | 'disabled';

export interface Finding {
  readonly name: string;
  readonly state: State;
  /** On one line. Holds nothing of an output, a command or the folder that we stand in. */
  readonly says: string;
  /** A command that mends it, or says more. */
  readonly repair?: string;
}

/** Gives findings; what it throws is a finding too. */
export interface Check {
  readonly name: string;
  run(): Promise<readonly Finding[]> | readonly Finding[];
}

/** Runs every check, whatever becomes of the others. */
export async function runChecks(checks: readonly Check[]): Promise<readonly Finding[]> {
  const found: Finding[] = [];
  for (const { name, run } of checks) {
    try {
      found.push(...(await run()));
    } catch (error) {
      found.push({
        name,
        state: 'broken',
        says: `the check itself failed (${error instanceof Error ? error.name : 'unknown reason'})`,
      });
    }
  }
  return found;
}
