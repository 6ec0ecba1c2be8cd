import type { JsonSchemaObject } from '../json-schema.js';
import { inDraft07 } from './draft-07.js';
import { inOpenApi30 } from './open-api-30.js';

/** The versions that Standard JSON Schema names. See https://standardschema.dev/json-schema */
export type JsonSchemaTarget = 'draft-2020-12' | 'draft-07' | 'openapi-3.0';

/** All versions that a schema can be had in. */
export const JSON_SCHEMA_TARGETS = ['draft-2020-12', 'draft-07', 'openapi-3.0'] as const satisfies JsonSchemaTarget[];

/** Whether a text names such a version. */
export function isJsonSchemaTarget(target: string): target is JsonSchemaTarget {
  return (JSON_SCHEMA_TARGETS as readonly string[]).includes(target);
}

/**
 * A schema of draft 2020-12 in another version. Draft 07 can say all that the build writes. OpenAPI 3.0 has no tuples, no names that
 * are patterns and no conditions: what it cannot say is left out, so that values that fit the schema fit what comes of it (but
 * inside of `not`, which turns that around).
 */
export function jsonSchemaIn(schema: JsonSchemaObject, target: JsonSchemaTarget): Readonly<Record<string, unknown>> {
  switch (target) {
    case 'draft-07':
      return inDraft07(schema);
    case 'openapi-3.0':
      return inOpenApi30(schema);
    case 'draft-2020-12':
      return schema as Readonly<Record<string, unknown>>;
  }
}
