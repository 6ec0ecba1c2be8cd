import type { Path } from '@haft/schema';
import type { UnfitArguments } from './accept-quickly.js';
import type { ArgumentCheck, AcceptOptions, ArgumentsOutcome } from './accepted-arguments.js';
import { acceptParsed, acceptValue } from './accept-value.js';
import { hiddenPaths } from './hidden-paths.js';
import { readSent } from './read-sent.js';

/**
 * Mends arguments that `acceptQuickly` did not take, or says what is wrong with them.
 *
 * @param sensitive - what {@link hiddenPaths} says, for who knows it
 */
export function acceptCarefully(
  check: ArgumentCheck,
  { sent, value, problem }: UnfitArguments,
  limits: AcceptOptions,
  sensitive: readonly Path[] = hiddenPaths(check, limits.secretNames),
): ArgumentsOutcome {
  if (problem !== undefined) return { refusal: { issues: [], problem }, repairs: [] };
  if (value !== undefined) return acceptParsed(check, { value, repairs: [], text: sent as string }, limits, sensitive);
  const read = readSent(sent, check, limits);
  return 'refusal' in read ? read : acceptValue(check, read, limits, sensitive);
}
