import type { JsonSchemaObject } from '../../json-schema.js';
import type { Limit, StrictLimits } from '../provider-limits.js';
import { visitSchemas } from '../visit-schemas.js';

/** Returns the sizes of a written document that are over a limit. */
export function sizesAgainst(document: JsonSchemaObject, limits: StrictLimits): readonly string[] {
  const size = { optional: 0, properties: 0, enumValues: 0, levels: 0 };
  visitSchemas(document, ({ schema, level }) => {
    const names = Object.keys(schema.properties ?? {});
    const required = new Set(schema.required);
    size.properties += names.length;
    size.optional += names.filter((one) => !required.has(one)).length;
    size.enumValues += schema.enum?.length ?? 0;
    if (isObject(schema)) size.levels = Math.max(size.levels, level + 1);
  });
  return [
    tooLarge(size.optional, limits.mostOptionalProperties, 'optional properties'),
    tooLarge(size.properties, limits.mostProperties, 'properties'),
    tooLarge(size.enumValues, limits.mostEnumValues, 'enum values'),
    tooLarge(size.levels, limits.mostLevels, 'levels of objects'),
  ].filter((text) => text !== undefined);
}

function tooLarge(count: number, most: Limit<number> | undefined, noun: string): string | undefined {
  if (most === undefined || count <= most.value) return undefined;
  return `it has ${count} ${noun}, at most ${most.value} are allowed`;
}

function isObject({ type, properties }: JsonSchemaObject): boolean {
  return type === 'object' || (Array.isArray(type) && type.includes('object')) || properties !== undefined;
}
