/** Notices that a source is idle, for a person who waits at a terminal. */

/** Counts from the last byte. */
export interface IdleTimer {
  arm(): void;
  onIdle(release: () => void): void;
  stop(): void;
}

/** How long a source may be idle before what is held is shown. */
export const IDLE_MS = 120;

/** Calls back when no byte has come for a while; never, where nobody watches. */
export function openIdleTimer(isWanted: boolean): IdleTimer {
  let timer: NodeJS.Timeout | undefined;
  let release: (() => void) | undefined;
  const arm = (): void => {
    if (!isWanted) return;
    clearTimeout(timer);
    timer = setTimeout(() => release?.(), IDLE_MS);
  };
  return {
    arm,
    onIdle(callback) {
      release = callback;
      arm();
    },
    stop: () => clearTimeout(timer),
  };
}
