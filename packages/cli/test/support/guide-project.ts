import { cpSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { linkModules } from './link-modules.js';
import { temporaryFolder } from './temporary-folder.js';

const ROOT = resolve(import.meta.dirname, '../../../..');

/** A copy of a project of `docs/guide`, with everything installed that this repository has. */
export function guideProject(name: string): { readonly folder: string; readonly expectedOutput: string } {
  const page = join(ROOT, 'docs/guide', name);
  const folder = temporaryFolder();
  cpSync(page, folder, { recursive: true });
  linkModules(folder);
  return { folder, expectedOutput: readFileSync(join(page, 'expected-output.txt'), 'utf8') };
}
