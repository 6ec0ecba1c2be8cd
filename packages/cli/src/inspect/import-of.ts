import { existsSync } from 'node:fs';
import { join, relative, sep } from 'node:path';

/**
 * Returns how a test next to the sources imports the module of the runtime: `../src/runtime.js`, if
 * that source exists, else the built file.
 *
 * @param file - the built file, absolute
 * @param folder - the folder of the project
 */
export function importOf(file: string, folder: string): string {
  const built = relative(folder, file).split(sep).join('/');
  const inside = built.replace(/^[^/]+\//, '').replace(/^src\//, '');
  const source = `src/${inside}`;
  return `../${existsSync(join(folder, source.replace(/\.js$/, '.ts'))) ? source : built}`;
}
