/** TOON among the forms of one run, where the user has turned it on. */
import { JuiceError } from '../errors.js';
import type { Form } from '../forms.js';
import type { ToonStats } from '../line.js';
import { estimateTokens } from '../tokens/estimate.js';
import type { RunOptions } from './run.js';

/** The compressor's name. */
export const TOON = 'toon';

/** As far as it is about TOON. */
type ToonRun = Pick<RunOptions, 'toon' | 'provoke' | 'onWarning'>;

/**
 * Whether it is to be tried on the text; it has been loaded then.
 * @throws {JuiceError} see `onToonFault`.
 */
export async function hasToonFor(text: string, run: ToonRun): Promise<boolean> {
  if (run.toon === undefined || Buffer.byteLength(text) <= run.toon.minBytes) return false;
  try {
    if (run.provoke === TOON) throw new Error('provoked');
    const { loadToon } = await import('../forms.js');
    await loadToon();
    return true;
  } catch (error) {
    onToonFault(error, run);
    return false;
  }
}

/**
 * It failed: the others are used, and that is said.
 * @throws {JuiceError} TOON_FAILED, where the user wants to hear of it.
 */
export function onToonFault(error: unknown, { toon, onWarning }: ToonRun): void {
  const reason = error instanceof Error ? error.message : String(error);
  if (toon?.isFailOpen === false)
    throw new JuiceError(
      'TOON_FAILED',
      `TOON failed (${reason}): the text stays as it is. Set TOON_FAIL_OPEN=true to go on without TOON.`,
      { cause: error },
    );
  onWarning(`TOON failed (${reason}): it is left out`);
}

/** What it has saved; undefined where the form is another's. Told where the user wants that. */
export function toonStats(text: string, form: Form, { toon, onWarning }: ToonRun): ToonStats | undefined {
  if (form.compressor !== TOON) return undefined;
  const [originalBytes, compressedBytes] = [Buffer.byteLength(text), Buffer.byteLength(form.text)];
  const savedBytes = originalBytes - compressedBytes;
  const stats: ToonStats = {
    originalBytes,
    compressedBytes,
    savedBytes,
    savedPercent: Number(((savedBytes / originalBytes) * 100).toFixed(1)),
    tokensBefore: estimateTokens(text),
    tokensAfter: form.tokens,
  };
  if (toon?.areStatsTold) onWarning(`TOON: ${JSON.stringify(stats)}`);
  return stats;
}
