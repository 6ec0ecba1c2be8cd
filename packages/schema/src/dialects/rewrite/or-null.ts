import type { JsonSchemaObject } from '../../json-schema.js';

/** Extends a written schema so that it accepts `null` too. */
export function orNull(schema: JsonSchemaObject): JsonSchemaObject {
  const { type, const: only, enum: values } = schema;
  if (schema.anyOf !== undefined) {
    const hasNull = schema.anyOf.some((one) => typeof one === 'object' && one.type === 'null');
    return hasNull ? schema : { ...schema, anyOf: [...schema.anyOf, { type: 'null' }] };
  }
  if (type === undefined) {
    const { description, title, ...rest } = schema;
    return { ...said({ title, description }), anyOf: [rest, { type: 'null' }] };
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

function said(keywords: object): JsonSchemaObject {
  return Object.fromEntries(Object.entries(keywords).filter(([, value]) => value !== undefined));
}
