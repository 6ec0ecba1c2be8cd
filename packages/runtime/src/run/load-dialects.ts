import { HaftError } from '@haft/core';
import type { Target } from '@haft/schema/dialects';
import type { dialectOf } from '../dialect.js';

/** Gives the forms of tools in the dialects of providers. */
export type DialectOf = typeof dialectOf;

/**
 * Loads what a run with a target needs, at the first such run of the process.
 *
 * @throws HaftError `HAFT_INVALID_OPTION` when there is no such target
 */
export async function loadDialects(target: Target): Promise<DialectOf> {
  const { dialectOf, TARGETS } = await import('../dialect.js');
  if (TARGETS.includes(target)) return dialectOf;
  throw new HaftError('HAFT_INVALID_OPTION', `startRun was given the target '${target}', which there is not.`, {
    hint: `Targets: ${TARGETS.join(', ')}.`,
  });
}
