import type { Repair } from '@haft/core';
import type { JsonValue } from '@haft/schema';
import type { ArgumentCheck, ArgumentLimits, ArgumentsOutcome } from './accepted-arguments.js';
import { acceptParsed, acceptValue } from './accept-value.js';
import { DEFAULT_ARGUMENT_LIMITS } from './default-limits.js';
import { readSent } from './read-sent.js';

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
 * `acceptInDialect`, for runs with a target.)
 */
export function acceptArguments(
  check: ArgumentCheck,
  sent: unknown,
  limits: ArgumentLimits = DEFAULT_ARGUMENT_LIMITS,
): ArgumentsOutcome {
  if (typeof sent === 'string' && isShort(sent, limits) && !check.open) {
    // A closed type bounds the depth by itself, so that a short valid text needs no look at its limits.
    const value = parsed(sent);
    if (isObject(value)) {
      const args = check.read(value);
      if (args !== undefined) return { args, wire: value, repairs: NONE };
      return acceptParsed(check, { value, repairs: NONE, text: sent }, limits);
    }
  }
  const read = readSent(sent, check, limits);
  return 'refusal' in read ? read : acceptValue(check, read, limits);
}

const NONE: readonly Repair[] = [];

/** A short text cannot hold more values than the limits allow: each takes two characters at least. */
function isShort({ length }: string, { maxCharacters, maxNodes }: ArgumentLimits): boolean {
  return length <= maxCharacters && length <= 2 * maxNodes;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function isObject(value: unknown): value is Readonly<Record<string, JsonValue>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
