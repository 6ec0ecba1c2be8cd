import { getDefaultArgs, JsonSchemaGenerator } from 'typescript-json-schema';
import type { JsonSchemaObject } from '@haft/schema';
import type { ts } from '../program/typescript.js';

/*
 * The one file that uses typescript-json-schema: for leaves here, and as the oracle of plain types in tests. Its reader of
 * JSDoc tags is not used, since a tag such as `@examples require('./examples').all` makes it run the project's code.
 */

/** The schema of a type without children, made by the generator's public constructor: no program is walked. */
export function leafSchema(type: ts.Type, checker: ts.TypeChecker): JsonSchemaObject {
  const { $schema: _, ...schema } = wholeSchema(type, checker) as JsonSchemaObject & { $schema?: string };
  return schema;
}

/** What typescript-json-schema makes of a whole type. */
export function wholeSchema(type: ts.Type, checker: ts.TypeChecker): unknown {
  const settings = { ...getDefaultArgs(), required: true, noExtraProps: true, strictNullChecks: true, ref: false };
  return new JsonSchemaGenerator([], { type }, {}, {}, checker, settings).getSchemaForSymbol('type');
}
