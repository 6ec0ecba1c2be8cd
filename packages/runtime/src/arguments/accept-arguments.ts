import type { ReadArguments } from '@haft/core/reflected';
import type { Repair } from '@haft/core';
import type { JsonValue } from '@haft/schema';
import type { ArgumentCheck, ArgumentLimits, ArgumentsOutcome } from './accepted-arguments.js';
import { acceptValue } from './accept-value.js';
import { DEFAULT_ARGUMENT_LIMITS } from './default-limits.js';
import { readSent } from './read-sent.js';

/** A text of this length cannot hold more values than the limits allow. */
const SHORT = 20_000;

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
 * Each stage works only where the one before failed; what it changed is in `repairs`. (7, the inverse of a provider's dialect,
 * is done by whoever rewrote the schema, before this.)
 */
export function acceptArguments(
  check: ArgumentCheck,
  sent: unknown,
  limits: ArgumentLimits = DEFAULT_ARGUMENT_LIMITS,
): ArgumentsOutcome {
  if (typeof sent === 'string' && sent.length <= SHORT && sent.length <= limits.maxCharacters && !check.open) {
    // A closed type bounds the depth by itself, so that a short valid text needs no look at its limits.
    const value = parsed(sent);
    const args = isObject(value) ? check.read(value) : undefined;
    if (args !== undefined) return { args, wire: value as Readonly<Record<string, JsonValue>>, repairs: NONE };
  }
  return acceptWithCare(check, sent, limits);
}

const NONE: readonly Repair[] = [];

function acceptWithCare(check: ArgumentCheck, sent: unknown, limits: ArgumentLimits): ArgumentsOutcome {
  const read = readSent(sent, check, limits);
  if ('refusal' in read) return read;
  return acceptValue(check, read, limits);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function isObject(value: unknown): value is ReadArguments {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
