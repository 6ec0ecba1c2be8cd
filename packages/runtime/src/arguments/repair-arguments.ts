import type { Path } from '@haft/schema';
import type { FastPathMiss } from './read-exact.js';
import type { ArgumentCheck, AcceptOptions, ArgumentsOutcome } from './accepted-arguments.js';
import { explainValue } from './explain-value.js';
import { validateValue } from './validate-value.js';
import { hiddenPaths } from './hidden-paths.js';
import { readSent } from './read-sent.js';

/**
 * Repairs arguments that `readExact` did not accept, or explains their problems.
 *
 * @param sensitive - default: the result of {@link hiddenPaths}
 */
export function repairArguments(
  check: ArgumentCheck,
  { sent, value, problem }: FastPathMiss,
  limits: AcceptOptions,
  sensitive: readonly Path[] = hiddenPaths(check, limits.secretNames),
): ArgumentsOutcome {
  if (problem !== undefined) return { refusal: { issues: [], problem }, repairs: [] };
  if (value !== undefined) return explainValue(check, value, sent as string, { limits, sensitive });
  const read = readSent(sent, check, limits);
  return 'refusal' in read ? read : validateValue(check, read, limits, sensitive);
}
