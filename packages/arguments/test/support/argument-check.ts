import { createChecker, exampleOf, type JsonSchemaObject, type JsonValue, type Path } from '@haft/schema';
import type { ArgumentCheck } from '../../src/accepted-arguments.js';

/** A check without parts of generated modules. It fits the types of sources and of declarations. */
type SimpleCheck = Omit<ArgumentCheck, 'collector' | 'emitted'>;

/** Returns a check that reads by the schema, as an emitted one does. It builds a copy. */
export function argumentCheck(
  schema: JsonSchemaObject,
  more: { readonly open?: boolean; readonly envelope?: string; readonly sensitive?: readonly Path[] } = {},
): SimpleCheck {
  const checker = createChecker(schema);
  return {
    read: (args) => (checker.validates(args) ? structuredClone(args as object) : undefined),
    schema: () => schema,
    example: () => exampleOf(schema) as Readonly<Record<string, JsonValue>> | undefined,
    open: more.open ?? false,
    envelope: more.envelope,
    sensitive: more.sensitive ?? [],
  };
}

/**
 * The check of a tool whose parameters are the given properties, closed, all required but those
 * named.
 */
export function checkOf(
  properties: JsonSchemaObject['properties'] & object,
  optional: readonly string[] = [],
): SimpleCheck {
  const required = Object.keys(properties).filter((name) => !optional.includes(name));
  return argumentCheck({ type: 'object', properties, required, additionalProperties: false });
}
