/** Contract of a command: one file in `commands/`, found by its name. */
import type { Environment } from './env.js';
import type { FlagName, ParsedArguments } from './flags.js';

export interface Command {
  /** Equals the file name. */
  readonly name: string;
  /** What stands behind the name in the usage line. */
  readonly usage: string;
  /** One sentence. */
  readonly about: string;
  readonly flags: readonly FlagName[];
  /** True if everything behind the first word that is no flag belongs to another command (`wrap`). */
  readonly isWrapper?: boolean;
  /** Runs it. Returns the exit code; throws JuiceError for what the user can mend. */
  run(call: Call): Promise<number>;
}

export interface Call extends ParsedArguments {
  readonly environment: Environment;
}

export const defineCommand = (command: Command): Command => command;
