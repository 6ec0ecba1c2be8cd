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
  if (typeof left !== 'string' || typeof right !== 'string' || left === right) return 0;
  if (!isLargeInteger(left) || !isLargeInteger(right)) return 0;
  const [leftInteger, rightInteger] = [BigInt(left.trim()), BigInt(right.trim())];
  if (leftInteger === rightInteger) return 0;
  return leftInteger < rightInteger ? -1 : 1;
}

/** `BigInt` takes time that grows faster than its text, so longer text stays a number. */
function isLargeInteger(text: string): boolean {
  return text.length <= 100 && /^\s*-?\d{16,}\s*$/.test(text);
}
