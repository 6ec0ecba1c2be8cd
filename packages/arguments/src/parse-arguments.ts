import { requireKind, type Kind } from '@haft/core';
import { repairArguments } from './repair-arguments.js';
import { readExact } from './read-exact.js';
import type { ArgumentCheck, AcceptOptions, ArgumentsOutcome } from './accepted-arguments.js';
import { DEFAULT_ARGUMENT_LIMITS } from './default-limits.js';

/**
 * Validates the arguments of a model and repairs them if this is safe.
 *
 *     0 limits      size, depth and number of values
 *     1 empty       nothing, blank, `null`, `[]` -> {}
 *     2 strict      valid JSON
 *     3 strip       a code fence, or prose around one object
 *     4 syntax      quotes, commas, comments, words of Python, but not an incomplete text
 *     5 unwrap      JSON in a string
 *     6 envelope    { parameter: {...} } -> {...}
 *     8 check       the schema
 *     9 coercion    "5" -> 5 and similar, if this makes the arguments valid
 *    10 defaults    for absent properties
 *
 * A stage runs only if the stages before it failed, and adds its changes to `repairs`. Stage 7
 * undoes the dialect of a provider and is in `parseFromDialect`. A call runs `readExact` (0, 2, 8,
 * 10) first, and loads `repairArguments` only for invalid arguments.
 *
 * @param check - check of the tool, from `tool.check`
 * @param sent - JSON text or a value
 * @param limits - limits and repairs. Default: those of a runtime without options
 * @returns the arguments or the reason for their rejection. A mistake of a model never throws
 */
export function parseArguments(
  check: ArgumentCheck,
  sent: unknown,
  limits: AcceptOptions = DEFAULT_ARGUMENT_LIMITS,
): ArgumentsOutcome {
  requireKind('The first argument of parseArguments()', check, CHECK);
  const accepted = readExact(check, sent, limits);
  return accepted.args === undefined ? repairArguments(check, accepted, limits) : accepted;
}

const CHECK: Kind = { methods: ['read', 'schema'], name: 'the check of a tool, `tool.check`' };
