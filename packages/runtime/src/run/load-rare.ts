import { LazyFile } from '../async/lazy-file.js';
import { rareCallCode } from '../call/load-rare.js';
import type * as rare from './rare.js';

// One file after the other: on Node 20, Jest fails if two imports link the same module at once.
const file = new LazyFile<typeof rare>(async () => {
  await rareCallCode.load();
  return import('./rare.js');
});

/**
 * Loads the code of runs whose calls wait, are inside others or are in a ledger.
 *
 * @throws {HaftError} HAFT_PART_MISSING if its file cannot be loaded
 */
export function loadRare(): Promise<typeof rare> {
  return file.load();
}
