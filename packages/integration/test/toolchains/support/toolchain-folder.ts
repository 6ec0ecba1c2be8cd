import { join } from 'node:path';

/** The folder of the compilers, bundlers and test runners. It is not a workspace. */
export const TOOLCHAINS = new URL('../../../toolchains/', import.meta.url).pathname;

/** The file of an installed toolchain. */
export function toolchainFile(path: string): string {
  return join(TOOLCHAINS, 'node_modules', path);
}
