import { repairArguments } from './repair-arguments.js';
import { readExact } from './read-exact.js';
import type { ArgumentCheck, AcceptOptions, ArgumentsOutcome } from './accepted-arguments.js';
import { DEFAULT_ARGUMENT_LIMITS } from './default-limits.js';

/**
 * Turns what a model sent into arguments that a tool can be called with, or says what is wrong.
 *
 *     0 limits      size, depth and number of values, before anything that could take long
 *     1 empty       nothing, blank, `null`, `[]` -> {}
 *     2 strict      JSON as it is
 *     3 strip       a code fence, or prose around one object
 *     4 syntax      quotes, commas, comments, Python's words; never a text that ends in the middle, never a number
 *     5 unwrap      JSON inside a string
 *     6 envelope    { parameter: {...} } for {...}
 *     8 check       the schema
 *     9 coercion    "5" for 5, and the like, where the schema was broken and is not afterwards
 *    10 defaults    for what is absent
 *
 * Each stage works only where the one before failed; what it changed is in `repairs`. (7, the inverse of a provider's dialect, is
 * `parseFromDialect`, for runs with a target.) A call does the same in two halves: `readExact` takes what passes 0, 2, 8 and 10,
 * and only the rest waits for `repairArguments` to be loaded.
 */
export function parseArguments(
  check: ArgumentCheck,
  sent: unknown,
  limits: AcceptOptions = DEFAULT_ARGUMENT_LIMITS,
): ArgumentsOutcome {
  const accepted = readExact(check, sent, limits);
  return accepted.args === undefined ? repairArguments(check, accepted, limits) : accepted;
}
