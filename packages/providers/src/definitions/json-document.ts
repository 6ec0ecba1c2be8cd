import type { JsonSchemaObject } from '@haft/schema';

/** JSON as the types of SDKs write it: not readonly, and with an index signature. */
export type JsonDocument = null | boolean | number | string | JsonDocument[] | { [key: string]: JsonDocument };

/** A schema as the types of SDKs write it. */
export interface SchemaDocument {
  type: 'object';
  [keyword: string]: JsonDocument;
}

/** The schema of parameters, for the types of SDKs. */
export function schemaDocument(parameters: JsonSchemaObject): SchemaDocument {
  return parameters as unknown as SchemaDocument;
}
