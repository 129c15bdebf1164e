/** Text of our own on stdout: of a command that tells, where nobody streams. */
import { finishOutput, openOutput } from './output.js';
import { isReaderGone } from './output-now.js';

/** Writes lines and waits until they are written; a reader that goes away early (`| head`) has seen enough. */
export async function print(lines: readonly string[]): Promise<void> {
  if (lines.length === 0) return;
  const output = openOutput(1);
  try {
    output.write(`${lines.join('\n')}\n`);
    await finishOutput(output);
  } catch (error) {
    if (!isReaderGone(error)) throw error;
  }
}

/** The same of one JSON value. */
export const printJson = (value: unknown): Promise<void> => print([JSON.stringify(value)]);
