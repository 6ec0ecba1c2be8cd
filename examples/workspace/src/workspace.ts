import { mkdir, readFile, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, relative, resolve, sep } from 'node:path';

/** Where the workspace lies; given to the container by its class. */
export class WorkspaceRoot {
  constructor(readonly path: string) {}
}
