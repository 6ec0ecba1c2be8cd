import { getDefaultArgs, JsonSchemaGenerator } from 'typescript-json-schema';
import type { JsonSchemaObject } from '@haft/schema';
import type { ts } from '../program/typescript.js';

/*
 * The one file that uses typescript-json-schema: for leaves here, and as the reference for plain
 * types in tests. Its reader of JSDoc tags is not used, because a tag such as
 * `@examples require('./examples').all` makes it run the project's code.
 */

/**
 * Returns the schema of a type without children, from the generator's public constructor. Walks no
 * program.
 */
export function leafSchema(type: ts.Type, checker: ts.TypeChecker): JsonSchemaObject {
  const { $schema: _, ...schema } = wholeSchema(type, checker) as JsonSchemaObject & { $schema?: string };
  return schema;
}

/** Returns the schema of typescript-json-schema for a whole type. */
export function wholeSchema(type: ts.Type, checker: ts.TypeChecker): unknown {
  const settings = { ...getDefaultArgs(), required: true, noExtraProps: true, strictNullChecks: true, ref: false };
  return new JsonSchemaGenerator([], { type }, {}, {}, checker, settings).getSchemaForSymbol('type');
}
