import { LazyFile } from '../async/lazy-file.js';
import { callOnDemand } from '../call/load-on-demand.js';
import { lazyBatches } from './batch/load-batches.js';
import type * as onDemand from './on-demand.js';

// One file after the other: on Node 20, Jest fails if two imports link the same module at once.
const file = new LazyFile<typeof onDemand>(async () => {
  await callOnDemand.load();
  await lazyBatches.load();
  return import('./on-demand.js');
});

/**
 * Loads the code of runs whose calls wait, are inside others or are in a ledger.
 *
 * @throws {HaftError} HAFT_PART_MISSING if its file cannot be loaded
 */
export function loadOnDemand(): Promise<typeof onDemand> {
  return file.load();
}
