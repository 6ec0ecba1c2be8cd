import type { JsonSchemaObject } from '@haft/schema';

/** JSON in the types of SDKs: not readonly, and with an index signature. */
export type JsonDocument = null | boolean | number | string | JsonDocument[] | { [key: string]: JsonDocument };

/** A schema in the types of SDKs. */
export interface SchemaDocument {
  /** The type of all parameters. */
  type: 'object';
  /** The other keywords of JSON Schema. */
  [keyword: string]: JsonDocument;
}

/** Returns the schema of parameters in the types of SDKs. */
export function schemaDocument(parameters: JsonSchemaObject): SchemaDocument {
  return parameters as unknown as SchemaDocument;
}

/** Returns any schema in the types of SDKs. */
export function jsonDocument(schema: JsonSchemaObject): Record<string, JsonDocument> {
  return schema as unknown as Record<string, JsonDocument>;
}
