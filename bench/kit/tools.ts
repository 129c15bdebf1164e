/** The programs that are compared, as argument vectors. */
import { join } from 'node:path';
import { runOn } from './child.js';

/** Our own command line, from the bundle. */
export const tinyjuice = (root: string, ...args: readonly string[]): readonly string[] => [
  process.execPath,
  join(root, 'dist/cli.js'),
  ...args,
];

/** The peer: tokenjuice from npm, a development dependency. */
export const tokenjuice = (root: string, ...args: readonly string[]): readonly string[] => [
  process.execPath,
  join(root, 'node_modules/tokenjuice/dist/cli/main.js'),
  ...args,
];

/** What tokenjuice takes where no flag says more (0.8.5). */
export const TOKENJUICE_MAX_BYTES = 16 * 1024 * 1024;

/** Counts the lines of stdin with split2: the least that a program that looks at lines must do. Runs in the project's folder. */
export const splitPass: readonly string[] = [
  process.execPath,
  '-e',
  `let lines = 0;
  const splitter = require('split2')();
  splitter.on('data', () => { lines += 1; });
  splitter.on('end', () => console.log(lines));
  process.stdin.pipe(splitter);`,
];

/** Copies stdin to stdout in Node. */
export const nodeCopy: readonly string[] = [
  process.execPath,
  '-e',
  `require('node:stream/promises').pipeline(process.stdin, process.stdout);`,
];

/** Whether our command line has a command. */
export async function hasCommand(root: string, name: string, env: Readonly<Record<string, string>>): Promise<boolean> {
  return (await runOn({ argv: tinyjuice(root, name, '--help'), env }, Buffer.alloc(0))).code === 0;
}
