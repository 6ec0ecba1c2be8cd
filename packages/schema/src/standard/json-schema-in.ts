import type { JsonSchemaObject } from '../json-schema.js';
import { inDraft07 } from './draft-07.js';
import { inOpenApi30 } from './open-api-30.js';

/** The versions that Standard JSON Schema names. See https://standardschema.dev/json-schema */
export type JsonSchemaTarget = 'draft-2020-12' | 'draft-07' | 'openapi-3.0';

type Write = (schema: JsonSchemaObject) => Readonly<Record<string, unknown>>;

const WRITERS: Readonly<Record<JsonSchemaTarget, Write>> = {
  'draft-2020-12': (schema) => schema as Readonly<Record<string, unknown>>,
  'draft-07': inDraft07,
  'openapi-3.0': inOpenApi30,
};

/** All versions that {@link jsonSchemaIn} can write. */
export const JSON_SCHEMA_TARGETS = Object.keys(WRITERS) as readonly JsonSchemaTarget[];

/** Returns whether a string names a version that {@link jsonSchemaIn} can write. */
export function isJsonSchemaTarget(target: string): target is JsonSchemaTarget {
  return Object.hasOwn(WRITERS, target);
}

/**
 * Rewrites a schema of draft 2020-12 in another version. Draft 07 can express every schema that the
 * build writes. OpenAPI 3.0 does not have tuples, patterns of property names or conditions, so the
 * result leaves them out. It accepts every value that the original accepts, except inside `not`,
 * where it may accept fewer.
 */
export function jsonSchemaIn(schema: JsonSchemaObject, target: JsonSchemaTarget): Readonly<Record<string, unknown>> {
  return WRITERS[target](schema);
}
