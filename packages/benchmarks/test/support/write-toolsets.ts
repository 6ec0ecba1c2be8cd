import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const PACKAGE = fileURLToPath(new URL('../../', import.meta.url));
const HAFT = fileURLToPath(new URL('../../../cli/bin/haft.js', import.meta.url));

/** Writes the generated module that the suites import. `npm test` does not compile this package. */
export function writeToolsets(): void {
  const { status, stderr } = spawnSync(process.execPath, [HAFT, 'build'], { cwd: PACKAGE, encoding: 'utf8' });
  if (status !== 0) throw new Error(stderr);
}
