import type { JsonSchemaObject } from '@haft/schema';
import fc from 'fast-check';

/** The greatest distance of a number from zero, or from its only bound. */
const FAR = 1_000_000;

/**
 * Generates numbers that a schema may allow. The caller checks them. They are never beyond the
 * integers that JSON keeps exact.
 */
export function numbersOf(type: 'number' | 'integer', schema: JsonSchemaObject): fc.Arbitrary<number> {
  const { least, most } = boundsOf(schema);
  const { multipleOf } = schema;
  const whole = multiples(type === 'integer' && multipleOf === undefined ? 1 : (multipleOf ?? 1), least, most);
  if (type === 'integer' || multipleOf !== undefined) return whole ?? fc.constant(least);
  const fractions = fc.double({ min: least, max: most, noNaN: true, noDefaultInfinity: true }).map(withoutMinusZero);
  return whole === undefined ? fractions : fc.oneof(whole, fractions);
}

function boundsOf(schema: JsonSchemaObject): { readonly least: number; readonly most: number } {
  const least = Math.max(schema.minimum ?? -Infinity, schema.exclusiveMinimum ?? -Infinity);
  const most = Math.min(schema.maximum ?? Infinity, schema.exclusiveMaximum ?? Infinity);
  const from = Number.isFinite(least) ? least : Math.min(-FAR, Number.isFinite(most) ? most - FAR : Infinity);
  const to = Number.isFinite(most) ? most : Math.max(FAR, Number.isFinite(least) ? least + FAR : -Infinity);
  return { least: clamped(from), most: clamped(Math.max(from, to)) };
}

/** Returns undefined if no multiple is between the bounds. */
function multiples(step: number, least: number, most: number): fc.Arbitrary<number> | undefined {
  const [min, max] = [Math.ceil(least / step), Math.floor(most / step)].map(clamped) as [number, number];
  if (min > max) return undefined;
  return fc.integer({ min, max }).map((count) => withoutMinusZero(decimalProduct(count, step)));
}

/** Multiplies without the digits that binary fractions add: 3 * 0.1 is 0.3. */
function decimalProduct(count: number, step: number): number {
  return Number.isInteger(step) ? count * step : Number((count * step).toPrecision(15));
}

function clamped(value: number): number {
  return Math.max(Number.MIN_SAFE_INTEGER, Math.min(Number.MAX_SAFE_INTEGER, value));
}

/** Replaces -0, which JSON does not have. */
function withoutMinusZero(value: number): number {
  return value === 0 ? 0 : value;
}
