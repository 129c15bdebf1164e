/** The library: named exports only. */
export { openEntry } from './ccr/read.js';
export { openRecorder, type Recorder, type Recovery, type StoreOptions } from './ccr/recorder.js';
export { check, type Verdict } from './check/check.js';
export { JuiceError } from './errors.js';
export { type JuiceOptions, juice } from './juice.js';
export type { Report } from './line.js';
