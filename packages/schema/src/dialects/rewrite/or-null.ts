import type { JsonSchema, JsonSchemaObject } from '../../json-schema.js';
import { present } from '../../values/present.js';

/** Extends a written schema so that it accepts `null` too. */
export function orNull(schema: JsonSchemaObject): JsonSchemaObject {
  const { type, const: only, enum: values } = schema;
  if (schema.anyOf !== undefined) {
    const hasNull = schema.anyOf.some(isNull);
    return hasNull ? schema : { ...schema, anyOf: [...schema.anyOf, { type: 'null' }] };
  }
  if (type === undefined) {
    const { description, title, ...rest } = schema;
    return { ...present({ title, description }), anyOf: [rest, { type: 'null' }] };
  }
  const types = [type].flat();
  if (types.includes('null')) return schema;
  const { const: _only, ...withoutConst } = schema;
  if (only !== undefined) return { ...withoutConst, type: [...types, 'null'], enum: [only, null] };
  return {
    ...schema,
    type: [...types, 'null'],
    ...(values === undefined || values.includes(null) ? {} : { enum: [...values, null] }),
  };
}

/** Returns whether a schema accepts only null. */
export function isNull(schema: JsonSchema): boolean {
  return typeof schema === 'object' && schema.type === 'null';
}
