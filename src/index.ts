/** The library: named exports only. Importing it does nothing. */
import { type Juice, type JuiceOptions as OwnOptions, openJuice } from './engine/juice-of-own.js';

export { openEntry } from './ccr/read.js';
export { openRecorder, type Recorder, type Recovery, type StoreOptions } from './ccr/recorder.js';
export { check } from './check/check.js';
export type { Verdict } from './check/verdict.js';
export type { Engine, ReducedResult, ReduceOptions, ReducingStream, ToolAnswer, ToolOutput } from './engine/engine.js';
export type { Juice, JuiceRules, JuiceSettings, JuiceStore } from './engine/juice-of-own.js';
export type { NotRetrieved, Retrieved } from './engine/retrieve-tool.js';
export type { Failure, Input, Options, Response } from './engine/schema.js';
export type { AskedProfile, MlText, RunReport } from './engine/settings.js';
export { JuiceError } from './errors.js';
export { type JuiceOptions, juice } from './juice.js';
export type { Report } from './line.js';

/**
 * An engine of its own: configuration, store and reports are shared with no other. Without a `store` nothing is left
 * out, for it could not be had back. Hosts call it after they have taken out credentials, and before the text enters
 * the model's context and is counted.
 */
export const createJuice = (options: OwnOptions = {}): Juice => openJuice(options, Date.now);
