import { statSync } from 'node:fs';
import type { NamedRoot } from '../../named-roots.js';
import { usedBytes } from '../../sandbox/used-bytes.js';

/**
 * Measures how much the file systems of roots fill up from now on.
 *
 * Without quotas, the kernel does not count the files of a command. The free space counts all of
 * them, also deleted files that are still open. It counts the files of other programs too.
 *
 * @returns a function that returns the growth of all these file systems together, in bytes. A root
 *   that another program removes does not count
 */
export function diskGrowth(roots: readonly NamedRoot[]): () => number {
  const first = new Map<number, readonly [path: string, used: number]>();
  for (const { path, readOnly } of roots) {
    const device = readOnly ? undefined : ifExists(() => statSync(path).dev);
    const used = device === undefined || first.has(device) ? undefined : ifExists(() => usedBytes(path));
    if (device !== undefined && used !== undefined) first.set(device, [path, used]);
  }
  return () =>
    [...first.values()].reduce(
      (sum, [path, used]) => sum + Math.max(0, (ifExists(() => usedBytes(path)) ?? used) - used),
      0,
    );
}

function ifExists(read: () => number): number | undefined {
  try {
    return read();
  } catch {
    return undefined;
  }
}
