import type { Repair } from '@haft/core';
import type { JsonValue } from '@haft/schema';
import type { AcceptedArguments, ArgumentCheck, ArgumentLimits } from './accepted-arguments.js';
import { measureText } from './text/text-limits.js';
import { countNames } from './value/count-names.js';
import { inspectValue } from './value/inspect-value.js';
import { withoutUndefined } from './value/without-undefined.js';

type JsonObject = Readonly<Record<string, JsonValue>>;

/** Arguments that do not fit as they are. What can be done about them, or said of them, is for `repairArguments`. */
export interface FastPathMiss {
  readonly sent: unknown;
  /** What a short JSON text of a closed type says: then nothing but its check is against it. */
  readonly value?: JsonObject;
  /** They are no text, and too large or no plain data, said in one sentence: to look at a million names again would take as long again. */
  readonly problem?: string;
  readonly args?: undefined;
}

/** Accepts arguments that are within the limits and fulfil the schema as they are: nearly all, in a product that works. */
export function readExact(
  check: ArgumentCheck,
  sent: unknown,
  limits: ArgumentLimits,
): AcceptedArguments | FastPathMiss {
  if (typeof sent !== 'string') return acceptPlain(check, sent === undefined ? {} : sent, limits);
  if (check.open || !isShort(sent, limits)) return acceptMeasured(check, sent, limits);
  // A closed type bounds the depth by itself, so that a short valid text needs no look at its limits.
  const value = parsed(sent);
  if (!isObject(value)) return { sent };
  const args = check.read(value);
  return args === undefined ? { sent, value } : { args, wire: value, repairs: NONE };
}

const NONE: readonly Repair[] = [];

const LONG_INTEGER = /\d{16}/;

/** A text that is measured before it is parsed. */
function acceptMeasured(check: ArgumentCheck, sent: string, limits: ArgumentLimits): AcceptedArguments | FastPathMiss {
  if (sent.length > limits.maxCharacters) return { sent };
  // The value of a longer integer is another one: that is recorded.
  if (LONG_INTEGER.test(sent)) return { sent };
  const { problem, names } = measureText(sent, limits);
  const value = problem === undefined ? parsed(sent) : undefined;
  // Fewer names than the text has: one stood there twice, or could reach a prototype.
  if (!isObject(value) || countNames(value) !== names) return { sent };
  return acceptObject(check, value, sent);
}

/** Arguments that are no text are looked at first: they may be deep, or no plain data. */
function acceptPlain(check: ArgumentCheck, sent: unknown, limits: ArgumentLimits): AcceptedArguments | FastPathMiss {
  const { problem, issues, hasUndefined } = inspectValue(sent, limits);
  if (problem !== undefined) return { sent, problem };
  if (issues.length > 0) return { sent };
  const value = hasUndefined ? withoutUndefined(sent) : sent;
  return isObject(value) ? acceptObject(check, value, sent) : { sent };
}

function acceptObject(check: ArgumentCheck, value: JsonObject, sent: unknown): AcceptedArguments | FastPathMiss {
  const args = check.read(value);
  return args === undefined ? { sent } : { args, wire: value, repairs: NONE };
}

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

function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
