import { existsSync } from 'node:fs';
import { join } from 'node:path';

/** The folder of the compilers, bundlers and test runners. It is not a workspace. */
export const TOOLCHAINS = new URL('../../../toolchains/', import.meta.url).pathname;

/** `describe`, or a visible skip where the toolchains are not installed. */
export const describeToolchains = existsSync(join(TOOLCHAINS, 'node_modules')) ? describe : skipped();

/** The file of an installed toolchain. */
export function toolchainFile(path: string): string {
  return join(TOOLCHAINS, 'node_modules', path);
}

function skipped(): typeof describe.skip {
  console.warn('Skipped: toolchains are not installed. `npm run toolchains -w @haft/integration` installs them.');
  return describe.skip;
}
