import type { JsonSchemaObject } from '../../json-schema.js';

/** An end of a range of numbers. */
interface Bound {
  readonly value: number;
  /** Whether the range excludes the value. */
  readonly isOpen: boolean;
}

/** The range of the numbers that a schema accepts. */
export interface NumberRange {
  readonly lower: Bound;
  /** The upper end with its sign changed, so that both ends compare alike. */
  readonly negatedUpper: Bound;
}

/**
 * Returns the range of a schema.
 *
 * @param isWhole - whether only integers count, so that `> 0` is `>= 1`
 */
export function rangeOf(schema: JsonSchemaObject, isWhole: boolean): NumberRange {
  const { minimum, exclusiveMinimum, maximum, exclusiveMaximum } = schema;
  return {
    lower: lowerBound(minimum, exclusiveMinimum, isWhole),
    negatedUpper: lowerBound(negated(maximum), negated(exclusiveMaximum), isWhole),
  };
}

/** Returns whether a range contains no number outside another range. */
export function isRangeWithin(inner: NumberRange, outer: NumberRange): boolean {
  return isAtLeast(inner.lower, outer.lower) && isAtLeast(inner.negatedUpper, outer.negatedUpper);
}

/** Returns whether two ranges share no number. */
export function areRangesApart(one: NumberRange, other: NumberRange): boolean {
  const lower = isAtLeast(one.lower, other.lower) ? one.lower : other.lower;
  const upper = isAtLeast(one.negatedUpper, other.negatedUpper) ? one.negatedUpper : other.negatedUpper;
  const gap = lower.value + upper.value;
  return gap > 0 || (gap === 0 && (lower.isOpen || upper.isOpen));
}

function lowerBound(closed: number | undefined, open: number | undefined, isWhole: boolean): Bound {
  const least: Bound = { value: closed ?? -Infinity, isOpen: false };
  const above: Bound = { value: open ?? -Infinity, isOpen: open !== undefined };
  const bound = isAtLeast(above, least) ? above : least;
  if (!isWhole || !Number.isFinite(bound.value)) return bound;
  const value = bound.isOpen ? Math.floor(bound.value) + 1 : Math.ceil(bound.value);
  return { value, isOpen: false };
}

function isAtLeast(one: Bound, other: Bound): boolean {
  return one.value > other.value || (one.value === other.value && (one.isOpen || !other.isOpen));
}

function negated(value: number | undefined): number | undefined {
  return value === undefined ? undefined : -value;
}
