/**
 * Returns whether a number is a multiple of another, as decimal numbers: 0.3 is a multiple of 0.1,
 * although binary division has a remainder. Collectors and emitted checks use it for `multipleOf`.
 */
export function isMultipleOf(value: number, divisor: number): boolean {
  // Whole numbers are exact, and the tolerance below would take large ones for multiples.
  if (Number.isInteger(value) && Number.isInteger(divisor)) return value % divisor === 0;
  const quotient = value / divisor;
  if (!Number.isFinite(quotient)) return false;
  // Dividing two rounded decimals is off by a few units in the last place at most.
  return Math.abs(quotient - Math.round(quotient)) <= Math.abs(quotient) * Number.EPSILON * 2;
}
