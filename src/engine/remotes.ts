/** The stores that machines share, for as long as the process lives: each is opened once. */
import type { Remote, RemoteParts } from '../ccr/remote.js';

/** Never rejects. By the URL in the settings; undefined: none is set. Loads nothing then. */
export function openRemotes(parts: RemoteParts): (url: string | undefined) => Promise<Remote | undefined> {
  const remotes = new Map<string, Remote>();
  return async url => {
    if (!url) return undefined;
    try {
      const remote = remotes.get(url) ?? (await import('../ccr/remote.js')).openRemote(url, parts);
      remotes.set(url, remote);
      return remote;
    } catch {
      return undefined; // a part of the program, or a package, is not there: a run goes on without
    }
  };
}
