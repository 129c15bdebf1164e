/** The same run on a text that is there as a whole: its links one after the other, without streams. */
import type { Recorder } from '../ccr/recorder.js';
import { Redactor } from '../ccr/redact.js';
import { openLines } from '../pipeline/lines.js';
import { openTextSplit, passAll } from '../pipeline/pass-all.js';
import { type Head, openWindow } from '../source/window.js';
import { type FormOf, formsOfParts, mayBeDocument, reduceDocument } from './document.js';
import type { Reduced } from './reduced.js';
import { reportOf } from './report.js';
import { openRun, type RunOptions, readCommand, whyNotKept } from './run.js';
import { headFor, openSight, type Sight } from './sight.js';
import { skimFor } from './skimming.js';
import { hasUrgentLine } from './urgent-lines.js';

/** Reduces a text that does not begin with lines that nobody may hold back. Gives what the stream would. */
export async function reduceWhole(raw: Buffer, options: RunOptions): Promise<Reduced> {
  const bytes = masked(raw, options);
  const sight = openSight(options);
  const window = openWindow(headFor(options));
  window.add(bytes);
  const head: Head = { bytes: window.bytes(), isWhole: window.headEnd === undefined };
  sight.see(head, await readCommand(options));
  return reduceSeen(bytes, options, sight);
}

/** Without its secrets, where nobody is to see them. */
const masked = (raw: Buffer, { redactOutput }: Pick<RunOptions, 'redactOutput'>): Buffer =>
  redactOutput ? new Redactor().mask(raw) : raw;

/** The same, where the head has been looked at. */
export async function reduceSeen(bytes: Buffer, options: RunOptions, sight: Sight): Promise<Reduced> {
  const skipReason = sight.kind?.skipReason;
  if (skipReason !== undefined) {
    options.recorder?.discard();
    return { bytes, report: reportOf({ rawBytes: bytes.length, skipReason }) };
  }
  if ((await mayBeDocument(options, sight)) && !hasUrgentLine(bytes)) {
    const lineRoad = async (asked: RunOptions): Promise<Reduced> => passLines(bytes, asked, sight);
    const form = await reduceDocument(bytes, { options, sight, lineRoad });
    if (form !== undefined) return form;
  }
  return reduceLines(bytes, options, sight);
}

async function reduceLines(bytes: Buffer, options: RunOptions, sight: Sight): Promise<Reduced> {
  const { recorder } = options;
  const formOf = await formsOfParts(options, sight);
  if (recorder === undefined) return passLines(bytes, options, sight, formOf);
  recorder.write(bytes);
  recorder.end?.();
  const warnings: string[] = [];
  const onWarning = (message: string) => void warnings.push(message);
  const reduced = await passLines(bytes, { ...options, onWarning, recorder: acceptingAll(recorder) }, sight, formOf);
  if (!reduced.report.isLossy || reduced.report.recovery !== undefined) {
    for (const message of warnings) options.onWarning(message);
    return reduced;
  }
  options.onWarning(`${whyNotKept(recorder)}: nothing is left out`);
  return passLines(bytes, { ...options, recorder: undefined }, sight, formOf);
}

/**
 * Until the end nothing has been given out, and the bytes are still here: the disk is asked for when something is left
 * out in the end. Where it cannot keep them, all is done again without.
 */
const acceptingAll = (recorder: Recorder): Recorder => ({
  write: chunk => recorder.write(chunk),
  offer: chunk => recorder.offer(chunk),
  accept: () => recorder.failure === undefined,
  get failure() {
    return recorder.failure;
  },
  keep: about => recorder.keep(about),
  discard: () => recorder.discard(),
});

/** The line road on all of a text. */
export async function passLines(bytes: Buffer, options: RunOptions, sight: Sight, formOf?: FormOf): Promise<Reduced> {
  const run = openRun(options, sight, { rawBytes: () => bytes.length, formOf });
  const lines = { isCrText: sight.kind?.isCrText === true, skim: skimFor(options, sight) };
  let batches = passAll(openLines(openTextSplit, lines), [bytes]);
  for (const stage of run.stages) batches = passAll(stage, batches);
  await run.beforeClampEnds();
  const items = passAll(run.clamp, batches);
  const folded = run.folds.reduce((rest, fold) => passAll(fold, rest), items);
  const out = passAll(run.sink, folded);
  return { bytes: Buffer.concat(out), report: run.finish() };
}
