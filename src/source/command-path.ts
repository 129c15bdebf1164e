/** Finds the program of a command as a shell does, so that "not found" and "not executable" are known before anything starts. */
import { accessSync, closeSync, constants, openSync, readSync, statSync } from 'node:fs';
import { isAbsolute, resolve } from 'node:path';
import { errnoOf, JuiceError } from '../errors.js';

/** Where systems look when PATH is not set. */
const DEFAULT_PATH = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin';

/**
 * Path of the file that will run.
 * @param program as typed: a name to look up in `path`, or a path where it holds a slash.
 * @param path value of PATH; an empty part of it means the working directory.
 * @throws {JuiceError} NO_COMMAND (a shell's 127) or NOT_EXECUTABLE (126), with a shell's own words.
 */
export function findCommand(program: string, path: string | undefined): string {
  if (program.includes('/')) return checkProgram(program, program);
  let denied: JuiceError | undefined;
  for (const folder of program === '' ? [] : (path ?? DEFAULT_PATH).split(':')) {
    const candidate = `${folder === '' ? '.' : folder}/${program}`;
    if (!isFile(candidate)) continue;
    if (isExecutable(candidate)) return checkProgram(candidate, program);
    denied ??= new JuiceError('NOT_EXECUTABLE', `${candidate}: permission denied`);
  }
  throw denied ?? new JuiceError('NO_COMMAND', `${program}: command not found`);
}

/** A path that means the same in every working directory, for `_` in the environment; as given where there is no such directory. */
export function absolutePath(path: string): string {
  if (isAbsolute(path)) return path;
  try {
    return resolve(path);
  } catch {
    return path; // the working directory has been removed
  }
}

function isFile(path: string): boolean {
  try {
    return !statSync(path).isDirectory();
  } catch {
    return false; // not there, or not for us to see
  }
}

/** Whether we may run the file, or enter the folder. */
export function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false; // exactly the question
  }
}

function checkProgram(path: string, shown: string): string {
  try {
    if (statSync(path).isDirectory()) throw new JuiceError('NOT_EXECUTABLE', `${shown}: is a directory`);
    accessSync(path, constants.X_OK);
  } catch (error) {
    throw error instanceof JuiceError ? error : asShellError(error, shown);
  }
  checkFirstLine(path, shown);
  return path;
}

function asShellError(error: unknown, shown: string): JuiceError {
  const word = errnoOf(error);
  if (word === 'ENOENT') return new JuiceError('NO_COMMAND', `${shown}: no such file or directory`, { cause: error });
  if (word === 'ENOTDIR') return new JuiceError('NOT_EXECUTABLE', `${shown}: not a directory`, { cause: error });
  if (word === 'EACCES') return new JuiceError('NOT_EXECUTABLE', `${shown}: permission denied`, { cause: error });
  return new JuiceError('NOT_EXECUTABLE', `${shown}: cannot execute (${word ?? 'unknown reason'})`, { cause: error });
}

/** A script whose interpreter is missing, and a file that is neither program nor script, fail only inside `exec`. */
function checkFirstLine(path: string, shown: string): void {
  const start = firstBytes(path);
  const interpreter = /^#![ \t]*([^ \t\r\n]+)/.exec(start.toString('latin1'))?.[1];
  if (interpreter !== undefined && !isFile(interpreter)) {
    throw new JuiceError('NO_COMMAND', `${shown}: cannot run: its interpreter ${interpreter} is missing`);
  }
  const isProgram = EXECUTABLE_STARTS.some(magic => start.subarray(0, magic.length).equals(magic));
  const lineEnd = start.indexOf(10);
  const firstLine = lineEnd === -1 ? start : start.subarray(0, lineEnd);
  if (!isProgram && !start.toString('latin1').startsWith('#!') && firstLine.includes(0)) {
    throw new JuiceError('NOT_EXECUTABLE', `${shown}: cannot execute binary file: exec format error`);
  }
}

/** ELF, Mach-O (four byte orders), universal binary. Other formats are left to the system (binfmt_misc). */
const EXECUTABLE_STARTS = ['7f454c46', 'feedface', 'feedfacf', 'cefaedfe', 'cffaedfe', 'cafebabe', '4d5a'].map(hex =>
  Buffer.from(hex, 'hex'),
);

/** Up to 256 bytes, as much as a kernel looks at; none where the file may be run but not read. */
function firstBytes(path: string): Buffer {
  const start = Buffer.alloc(256);
  try {
    if (!statSync(path).isFile()) return start.subarray(0, 0);
    const fd = openSync(path, 'r');
    try {
      return start.subarray(0, readSync(fd, start, 0, start.length, 0));
    } finally {
      closeSync(fd);
    }
  } catch {
    return start.subarray(0, 0); // execute-only programs are allowed
  }
}
