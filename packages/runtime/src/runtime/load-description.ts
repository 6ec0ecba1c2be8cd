import { LazyFile } from '../async/lazy-file.js';
import { loadOnDemand } from '../run/load-on-demand.js';
import type * as description from './describe-runtime.js';

// One file after the other: on Node 20, Jest fails if two imports link the same module at once.
const file = new LazyFile<typeof description>(async () => {
  await loadOnDemand();
  return import('./describe-runtime.js');
});

/**
 * Loads the code of `runtime.describe`.
 *
 * @throws {HaftError} HAFT_PART_MISSING if its file cannot be loaded
 */
export function loadDescription(): Promise<typeof description> {
  return file.load();
}
