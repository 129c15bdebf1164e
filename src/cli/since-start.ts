/** Milliseconds since the process began. `performance` says the same, but loading it costs a start 2 ms and more. */
export const sinceStartMs = (): number => process.uptime() * 1_000;
