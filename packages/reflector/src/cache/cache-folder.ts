import { existsSync } from 'node:fs';
import path from 'node:path';

/** Returns the nearest folder with `node_modules`, from this one upwards, or undefined. */
export function packagesRoot(folder: string): string | undefined {
  for (let current = folder; ; current = path.dirname(current)) {
    if (existsSync(path.join(current, 'node_modules'))) return current;
    if (path.dirname(current) === current) return undefined;
  }
}

/** Returns the folder where builds store data for the next build, or for a runtime. */
export function cacheFolder(root: string): string {
  return path.join(root, 'node_modules', '.cache', 'haft');
}
