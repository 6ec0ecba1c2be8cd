import { HaftError } from '@haft/core';
import type { ArgumentCheck } from './arguments/accepted-arguments.js';
import type * as careful from './careful.js';

/** What `careful.ts` exports. */
export type CarefulPart = typeof careful;

let part: CarefulPart | undefined;
let coming: Promise<CarefulPart> | undefined;

/*
 * A third of this package is for arguments that do not fit as they are: it mends them, or finds out what is wrong with them and says
 * it to the model. A process that starts for one good call never needs it, so it stands in a file of its own, which the first call
 * with such arguments loads. Calls whose arguments fit never wait for it.
 */

/** That part, once it is there. */
export function loadedCareful(): CarefulPart | undefined {
  return part;
}

/**
 * Loads that part. All who ask meanwhile wait for the same.
 *
 * @throws HaftError `HAFT_PART_MISSING` when its file cannot be loaded
 */
export function loadCareful(): Promise<CarefulPart> {
  return (coming ??= import('./careful.js').then(
    (loaded) => (part = loaded),
    (cause: unknown) => {
      coming = undefined;
      throw partMissing(cause);
    },
  ));
}

/** The part, once it and what it needs for this check are there. */
export function carefulFor({ collector }: ArgumentCheck): CarefulPart | undefined {
  return collector?.isComing === true ? undefined : part;
}

/** Loads both, and the check itself. @throws HaftError as {@link loadCareful} */
export async function loadCarefulFor({ collector, emitted }: ArgumentCheck): Promise<CarefulPart> {
  const [loaded] = await Promise.all([loadCareful(), emitted?.load(), collector?.load()]);
  return loaded;
}

function partMissing(cause: unknown): HaftError {
  return new HaftError('HAFT_PART_MISSING', `A part of @haft/runtime cannot be loaded: ${String(cause)}`, {
    hint: 'Where the application is bundled, deploy all files that the bundler wrote, or let it write one file.',
    cause,
  });
}
