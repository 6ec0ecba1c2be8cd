import type { JsonSchemaObject, JsonValue } from '../../json-schema.js';

/** The limits from which a definition leaves out an upper bound. */
const FAR = { maxLength: 1000, maxItems: 100, maxProperties: 100 } as const;

/**
 * Returns why definitions for a model leave a keyword out, as a clause, or undefined if they keep
 * it. Each keyword costs tokens in every request. Models keep these limits without reading them.
 * If a call breaks one, the check refuses it, and its text names the limit.
 */
export function whyLeftOut(keyword: string, argument: unknown, schema: JsonSchemaObject): string | undefined {
  if (keyword === 'default') return isEmpty(argument as JsonValue) ? 'it is what leaving it out means' : undefined;
  if (typeof argument !== 'number') return undefined;
  const isLeftOut = Object.hasOwn(FAR, keyword)
    ? argument >= FAR[keyword as keyof typeof FAR]
    : isLowest(keyword, argument, schema);
  return isLeftOut ? 'calls seldom break this limit, and the check names it to one that does' : undefined;
}

function isEmpty(value: JsonValue): boolean {
  if (typeof value !== 'object') return value === false || value === 0 || value === '';
  return value === null || Object.keys(value).length === 0;
}

/**
 * A lower limit of one is left out. A range stays whole: `1 to 5` says more than `at most 5`. So do
 * tuples, whose limit tells which places are required.
 */
function isLowest(keyword: string, least: number, { type, ...bounds }: JsonSchemaObject): boolean {
  if (bounds.prefixItems !== undefined) return false;
  if (keyword === 'minLength') return least <= 1 && !isNear('maxLength', bounds);
  if (keyword === 'minItems') return least <= 1 && !isNear('maxItems', bounds);
  if (keyword === 'minProperties') return least <= 1 && !isNear('maxProperties', bounds);
  if (keyword !== 'minimum' || bounds.maximum !== undefined || bounds.exclusiveMaximum !== undefined) return false;
  return least === 0 || (least === 1 && [type].flat().includes('integer'));
}

function isNear(keyword: keyof typeof FAR, bounds: JsonSchemaObject): boolean {
  const most = bounds[keyword];
  return most !== undefined && most < FAR[keyword];
}
