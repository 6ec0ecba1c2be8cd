import { cpSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { linkModules } from './link-modules.js';
import { temporaryFolder } from './temporary-folder.js';

const ROOT = resolve(import.meta.dirname, '../../../..');

/** A copy of a project of `docs/guide`, with everything installed that this repository has. */
export function guideProject(name: string): { readonly folder: string; readonly expectedOutput: string } {
  const folder = docsProject(join('guide', name));
  return { folder, expectedOutput: readFileSync(join(folder, 'expected-output.txt'), 'utf8') };
}

/** The folder of a copy of a project of `docs`, with the same modules. */
export function docsProject(path: string): string {
  const folder = temporaryFolder();
  cpSync(join(ROOT, 'docs', path), folder, { recursive: true });
  linkModules(folder);
  return folder;
}
