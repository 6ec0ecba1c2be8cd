import { statfsSync } from 'node:fs';

/** Returns how many bytes of the file system of a path are in use. */
export function usedBytes(path: string): number {
  const { blocks, bfree, bsize } = statfsSync(path);
  return (blocks - bfree) * bsize;
}
