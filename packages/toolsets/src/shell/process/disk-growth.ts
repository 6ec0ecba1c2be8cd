import { statSync } from 'node:fs';
import type { NamedRoot } from '../../named-roots.js';
import { diskUse, type DiskUse } from '../../sandbox/disk-use.js';

/**
 * Measures how much the file systems of roots fill up from now on.
 *
 * Without quotas, the kernel does not count the files of a command. The free space counts all of
 * them, also deleted files that are still open. It counts the files of other programs too.
 *
 * @returns a function that returns the growth of all these file systems together. A root that
 *   another program removes does not count
 */
export function diskGrowth(roots: readonly NamedRoot[]): () => DiskUse {
  const first = new Map<number, readonly [path: string, used: DiskUse]>();
  for (const { path, readOnly } of roots) {
    const device = readOnly ? undefined : ifExists(() => statSync(path).dev);
    const used = device === undefined || first.has(device) ? undefined : ifExists(() => diskUse(path));
    if (device !== undefined && used !== undefined) first.set(device, [path, used]);
  }
  return () => {
    const growth = { bytes: 0, files: 0 };
    for (const [path, before] of first.values()) {
      const now = ifExists(() => diskUse(path)) ?? before;
      growth.bytes += Math.max(0, now.bytes - before.bytes);
      growth.files += Math.max(0, now.files - before.files);
    }
    return growth;
  };
}

function ifExists<Value>(read: () => Value): Value | undefined {
  try {
    return read();
  } catch {
    return undefined;
  }
}
