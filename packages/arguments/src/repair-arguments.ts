import type { Repair } from '@haft/core';
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
  miss: FastPathMiss,
  limits: AcceptOptions,
  sensitive: readonly Path[] = hiddenPaths(check, limits.secretNames),
): ArgumentsOutcome {
  const outcome = repairedOrRefused(check, miss, limits, sensitive);
  const refused = outcome.refusal === undefined ? undefined : outcome.checked?.value;
  const reformed = refused && check.reform?.(refused);
  if (reformed === undefined) return outcome;
  // If it is still invalid, the model reads the problems in the form of this tool.
  return validateValue(check, { value: reformed, repairs: [REFORMED] }, limits, sensitive);
}

const REFORMED: Repair = { path: [], kind: 'form', from: 'an object', to: 'an object' };

function repairedOrRefused(
  check: ArgumentCheck,
  { sent, value, problem }: FastPathMiss,
  limits: AcceptOptions,
  sensitive: readonly Path[],
): ArgumentsOutcome {
  if (problem !== undefined) return { refusal: { issues: [], problem }, repairs: [] };
  if (value !== undefined) return explainValue(check, value, sent as string, { limits, sensitive });
  const read = readSent(sent, check, limits);
  return 'refusal' in read ? read : validateValue(check, read, limits, sensitive);
}
