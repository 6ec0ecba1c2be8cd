import type { Repair } from '@haft/core';
import type { ReadArguments } from '@haft/core/reflected';
import type { JsonValue } from '@haft/schema';
import { isObject, wellFormedJson } from '@haft/schema/basics';
import type { AcceptedArguments, ArgumentCheck, ArgumentLimits } from './accepted-arguments.js';
import { measureText } from './text/text-limits.js';
import { tryParseJson } from './text/try-parse-json.js';
import { countNames } from './value/count-names.js';
import { measureValue } from './value/measure-value.js';
import { mayHaveMarkup } from './value/stray-markup.js';
import { withoutUndefined } from './value/without-undefined.js';

/** Arguments that {@link readExact} does not accept. `repairArguments` repairs or explains them. */
export interface FastPathMiss {
  readonly sent: unknown;
  /** Value of a short JSON text for a closed type. Only the check rejected it. */
  readonly value?: object;
  /** Sentence about a value that is too large or unreadable. It saves a second inspection. */
  readonly problem?: string;
  readonly args?: undefined;
}

/** Accepts arguments that are within the limits and valid without a repair. Most are. */
export function readExact(
  check: ArgumentCheck,
  sent: unknown,
  limits: ArgumentLimits,
): AcceptedArguments | FastPathMiss {
  if (typeof sent !== 'string') return readValue(check, sent === undefined ? {} : sent, limits);
  // `repairArguments` replaces halves of characters.
  if (wellFormedJson(sent) !== sent) return { sent };
  if (check.open || !isShort(sent, limits)) return readMeasured(check, sent, limits);
  // A closed type limits the depth, so Haft does not measure a short text.
  const value = tryParseJson(sent);
  if (!isObject(value)) return { sent };
  const args = check.read(value);
  if (args === undefined) return { sent, value };
  return mayHaveMarkup(value) ? { sent } : accepted(args, value);
}

const NONE: readonly Repair[] = [];

/** A number that JavaScript may round, or whose exponent may be beyond its range. */
const MAY_CHANGE = /\d{16}|\d[eE]\+?\d{3}/;

/** Measures a text before it parses it. */
function readMeasured(check: ArgumentCheck, sent: string, limits: ArgumentLimits): AcceptedArguments | FastPathMiss {
  if (sent.length > limits.maxCharacters) return { sent };
  // `repairArguments` records a rounded integer, and refuses an infinite number.
  if (MAY_CHANGE.test(sent)) return { sent };
  const { problem, names } = measureText(sent, limits);
  const value = problem === undefined ? tryParseJson(sent) : undefined;
  // If the value has fewer names than the text, a name repeats or is reserved.
  if (!isObject(value) || countNames(value) !== names) return { sent };
  return readObject(check, value, sent);
}

/** Measures a value before it validates it: it may be deep, or not plain data. */
function readValue(check: ArgumentCheck, sent: unknown, limits: ArgumentLimits): AcceptedArguments | FastPathMiss {
  const { problem, misfits, hasUndefined, isFinite, isWellFormed } = measureValue(sent, limits);
  if (problem !== undefined) return { sent, problem };
  if (misfits.length > 0 || !isFinite || !isWellFormed) return { sent };
  const value = hasUndefined ? withoutUndefined(sent) : sent;
  return isObject(value) ? readObject(check, value, sent) : { sent };
}

function readObject(check: ArgumentCheck, value: object, sent: unknown): AcceptedArguments | FastPathMiss {
  const args = check.read(value);
  return args === undefined || mayHaveMarkup(value) ? { sent } : accepted(args, value);
}

function accepted(args: ReadArguments, value: object): AcceptedArguments {
  return { args, wire: value as Readonly<Record<string, JsonValue>>, repairs: NONE };
}

/** Returns whether a text is too short for more values than `maxNodes`: each has 2 characters. */
function isShort({ length }: string, { maxCharacters, maxNodes }: ArgumentLimits): boolean {
  return length <= maxCharacters && length <= 2 * maxNodes;
}
