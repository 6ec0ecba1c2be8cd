import { mkdirSync, readdirSync, symlinkSync } from 'node:fs';
import { join, resolve } from 'node:path';

const MODULES = resolve(import.meta.dirname, '../../../../node_modules');

/**
 * Installs everything in a project that this repository has, with a separate cache. In a shared
 * cache, a project with the same generated module but other sources would replace the record of the
 * sources, and a call would warn of changes that do not exist.
 */
export function linkModules(folder: string): void {
  const modules = join(folder, 'node_modules');
  mkdirSync(modules);
  for (const name of readdirSync(MODULES)) {
    if (name !== '.cache') symlinkSync(join(MODULES, name), join(modules, name));
  }
}
