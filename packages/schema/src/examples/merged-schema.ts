import type { JsonSchema, JsonSchemaObject } from '../json-schema.js';

/** One schema that asks for what both ask for, as far as keywords can be put together; the rest of the second wins. */
export function mergedSchema(a: JsonSchemaObject, b: JsonSchemaObject): JsonSchemaObject {
  const merged: Record<string, unknown> = { ...a, ...b };
  for (const [keyword, combine] of COMBINED) {
    const [left, right] = [a[keyword], b[keyword]];
    if (left !== undefined && right !== undefined) merged[keyword] = combine(left as never, right as never);
  }
  return merged;
}

type Properties = Readonly<Record<string, JsonSchema>>;

const largest = (a: number, b: number): number => Math.max(a, b);
const smallest = (a: number, b: number): number => Math.min(a, b);

const COMBINED: readonly (readonly [keyof JsonSchemaObject, (a: never, b: never) => unknown])[] = [
  ['type', commonTypes],
  ['properties', mergedProperties],
  ['patternProperties', mergedProperties],
  ['required', (a: readonly string[], b: readonly string[]) => [...new Set([...a, ...b])]],
  ['enum', (a: readonly unknown[], b: readonly unknown[]) => a.filter((value) => b.includes(value))],
  ['allOf', (a: readonly unknown[], b: readonly unknown[]) => [...a, ...b]],
  ['minimum', largest],
  ['exclusiveMinimum', largest],
  ['minLength', largest],
  ['minItems', largest],
  ['minProperties', largest],
  ['maximum', smallest],
  ['exclusiveMaximum', smallest],
  ['maxLength', smallest],
  ['maxItems', smallest],
  ['maxProperties', smallest],
];

function commonTypes(a: string | readonly string[], b: string | readonly string[]): readonly string[] {
  const first = [a].flat();
  const second = [b].flat();
  const common = first.filter((type) => second.includes(type));
  // Integers are the numbers that both take.
  const takesInteger = (types: readonly string[]): boolean => types.includes('integer') || types.includes('number');
  if (!common.includes('number') && takesInteger(first) && takesInteger(second))
    return [...new Set([...common, 'integer'])];
  return common;
}

function mergedProperties(a: Properties, b: Properties): Properties {
  const keys = [...new Set([...Object.keys(a), ...Object.keys(b)])];
  return Object.fromEntries(keys.map((key) => [key, bothOf(a[key], b[key])]));
}

function bothOf(a: JsonSchema | undefined, b: JsonSchema | undefined): JsonSchema {
  if (a === undefined || b === undefined) return a ?? b ?? true;
  if (typeof a === 'boolean') return a ? b : false;
  if (typeof b === 'boolean') return b ? a : false;
  return mergedSchema(a, b);
}
