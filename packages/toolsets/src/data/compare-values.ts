/** A decimal number as JSON, CSV files and people write it, without white space around it. */
const NUMERIC_TEXT = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?$/;

/** Returns the number that a value is or spells, or undefined. */
export function numberOf(value: unknown): number | undefined {
  if (typeof value === 'number') return Number.isNaN(value) ? undefined : value;
  if (typeof value !== 'string') return undefined;
  const text = value.trim();
  return NUMERIC_TEXT.test(text) ? Number(text) : undefined;
}

/**
 * Compares two values: as numbers if both are numbers or numeric text, else as text if both are
 * text.
 *
 * @returns a negative number, zero or a positive number, or undefined if the values have no order
 */
export function compareValues(left: unknown, right: unknown): number | undefined {
  const [leftNumber, rightNumber] = [numberOf(left), numberOf(right)];
  if (leftNumber !== undefined && rightNumber !== undefined) {
    if (leftNumber !== rightNumber) return leftNumber < rightNumber ? -1 : 1;
    return compareLargeIntegers(left, right);
  }
  if (typeof left === 'string' && typeof right === 'string') {
    if (left === right) return 0;
    return left < right ? -1 : 1;
  }
  return left === right ? 0 : undefined;
}

/** Numbers of equal value can come from integers that differ, such as the ids of two payments. */
function compareLargeIntegers(left: unknown, right: unknown): number {
  const [leftInteger, rightInteger] = [largeIntegerOf(left), largeIntegerOf(right)];
  if (leftInteger === undefined || rightInteger === undefined || leftInteger === rightInteger) return 0;
  return BigInt(leftInteger) < BigInt(rightInteger) ? -1 : 1;
}

/**
 * Returns the one spelling of an integer that is too large for a number, or undefined. `BigInt`
 * takes time that grows faster than its text, so longer text stays a number.
 */
export function largeIntegerOf(value: unknown): string | undefined {
  if (typeof value !== 'string' || value.length > 100 || !/^\s*-?\d{16,}\s*$/.test(value)) return undefined;
  return BigInt(value.trim()).toString();
}
