import type { ArgumentCheck } from '@haft/arguments';
import { lazyArguments, type LazyArguments } from '@haft/arguments/internal';
import { LazyFile } from '@haft/core/internal';
import type * as lazy from './lazy.js';

/** The code that a call loads if its arguments are invalid. */
export type LazyPart = LazyArguments & typeof lazy;

// One file after the other: on Node 20, Jest fails if two imports link the same module at once.
const file = new LazyFile<LazyPart>(async () => {
  const ofArguments = await lazyArguments.load();
  const ofCall = await import('./lazy.js');
  return { ...ofArguments, ...ofCall };
});

/** Returns the code if it is loaded. */
export function loadedLazy(): LazyPart | undefined {
  return file.loaded;
}

/**
 * Loads the code.
 *
 * @throws {HaftError} HAFT_PART_MISSING if its files cannot be loaded
 */
export function loadLazy(): Promise<LazyPart> {
  return file.load();
}

/** Returns the code if it and the collector of this check are loaded. */
export function lazyFor({ collector }: ArgumentCheck): LazyPart | undefined {
  return collector?.isComing === true ? undefined : file.loaded;
}

/**
 * Loads the code, the check and its collector.
 *
 * @throws {HaftError} HAFT_PART_MISSING if its files cannot be loaded
 */
export async function loadLazyFor({ collector, emitted }: ArgumentCheck): Promise<LazyPart> {
  const loaded = await file.load();
  await emitted?.load();
  await collector?.load();
  return loaded;
}
