import { HaftError } from '@haft/core';
import type { Target } from '@haft/schema/dialects';
import type { DialectOf } from '@haft/arguments/internal';

/**
 * Loads the dialects at the first run with a target in the process.
 *
 * @throws {HaftError} `HAFT_INVALID_OPTION` if the target is unknown
 */
export async function loadDialects(target: Target): Promise<DialectOf> {
  const { dialectOf, TARGETS } = await import('@haft/arguments/dialect');
  if (TARGETS.includes(target)) return dialectOf;
  throw new HaftError('HAFT_INVALID_OPTION', `startRun() got the unknown target '${target}'.`, {
    hint: `Targets: ${TARGETS.join(', ')}.`,
  });
}
