/** A pseudo-terminal opened by node-pty's native module; the package's own way of reading one loses the end of the output. */
import { createRequire } from 'node:module';

/** One open pseudo-terminal. Both descriptors are not blocking and would be inherited: start no child before closing them. */
export interface Pty {
  readonly master: number;
  /** Kept open by us, so that reading the master gives no EIO before we are done. */
  readonly slave: number;
  readonly name: string;
  resize(size: TerminalSize): void;
}

export interface TerminalSize {
  readonly columns: number;
  readonly rows: number;
}

/** What we use of the native module. */
interface NativePty {
  open(columns: number, rows: number): { readonly master: number; readonly slave: number; readonly pty: string };
  resize(fd: number, columns: number, rows: number): void;
}

/** Opens pseudo-terminals; undefined where the optional package, or its binary for this machine, is missing. */
export type PtyOpener = (size: TerminalSize) => Pty;

/**
 * Load the native module.
 * @param from file or URL from which `node-pty` is looked up: the one that is running.
 */
export function loadPty(from: string | URL): PtyOpener | undefined {
  const native = loadNative(from);
  if (native === undefined) return undefined;
  return size => {
    const { master, slave, pty } = native.open(size.columns, size.rows);
    return { master, slave, name: pty, resize: to => native.resize(master, to.columns, to.rows) };
  };
}

function loadNative(from: string | URL): NativePty | undefined {
  if (process.platform === 'win32') return undefined;
  try {
    const nextToPackage = createRequire(createRequire(from).resolve('node-pty/package.json'));
    const native: unknown = nextToPackage(`@lydell/node-pty-${process.platform}-${process.arch}/pty.node`);
    return isNativePty(native) ? native : undefined;
  } catch {
    return undefined; // not installed, or built for another C library: the caller uses a pipe and says so
  }
}

function isNativePty(value: unknown): value is NativePty {
  if (typeof value !== 'object' || value === null) return false;
  return 'open' in value && typeof value.open === 'function' && 'resize' in value && typeof value.resize === 'function';
}
