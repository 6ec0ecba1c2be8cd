import { statfsSync } from 'node:fs';

/** The used part of a file system. */
export interface DiskUse {
  readonly bytes: number;
  /** Files and folders, empty ones too. 0 if the file system does not count them, as Btrfs. */
  readonly files: number;
}

/** Returns the used part of the file system of a path. */
export function diskUse(path: string): DiskUse {
  const { blocks, bfree, bsize, files, ffree } = statfsSync(path);
  return { bytes: (blocks - bfree) * bsize, files: files - ffree };
}
