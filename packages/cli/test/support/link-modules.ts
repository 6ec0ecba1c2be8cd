import { mkdirSync, symlinkSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';

const MODULES = resolve(import.meta.dirname, '../../../../node_modules');

/**
 * Installs everything next to a project that this repository has, and gives it a separate cache. In
 * a shared cache, a project with the same generated module but other sources would replace the
 * record of the sources, and a call would warn of changes that do not exist.
 */
export function linkModules(folder: string): void {
  mkdirSync(join(folder, 'node_modules'));
  symlinkSync(MODULES, join(dirname(folder), 'node_modules'));
}
