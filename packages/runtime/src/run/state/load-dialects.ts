import { HaftError } from '@haft/core';
import type { Target } from '@haft/schema/dialects';
import type { DialectOf } from '../../arguments/dialect/dialect-of.js';

/**
 * Loads what a run with a target needs, at the first such run of the process.
 *
 * @throws HaftError `HAFT_INVALID_OPTION` when there is no such target
 */
export async function loadDialects(target: Target): Promise<DialectOf> {
  const { dialectOf, TARGETS } = await import('../../arguments/dialect/dialects.js');
  if (TARGETS.includes(target)) return dialectOf;
  throw new HaftError('HAFT_INVALID_OPTION', `startRun() got the unknown target '${target}'.`, {
    hint: `Targets: ${TARGETS.join(', ')}.`,
  });
}
