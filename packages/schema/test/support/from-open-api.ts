/** A Schema Object of OpenAPI 3.0 in words of JSON Schema, by the text of its specification. */
export function fromOpenApi(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(fromOpenApi);
  if (typeof schema !== 'object' || schema === null) return schema;
  const inside = Object.fromEntries(
    Object.entries(schema).map(
      ([key, one]) => [key, key === 'enum' || key === 'default' ? (one as unknown) : fromOpenApi(one)] as const,
    ),
  );
  const { nullable, minimum, exclusiveMinimum, maximum, exclusiveMaximum, ...rest } = inside as Record<string, unknown>;
  const bounds = {
    ...(minimum === undefined ? {} : { [exclusiveMinimum === true ? 'exclusiveMinimum' : 'minimum']: minimum }),
    ...(maximum === undefined ? {} : { [exclusiveMaximum === true ? 'exclusiveMaximum' : 'maximum']: maximum }),
  };
  const type = nullable === true && typeof rest['type'] === 'string' ? { type: [rest['type'], 'null'] } : {};
  return { ...rest, ...bounds, ...type };
}
