import { requireKind } from '@haft/core';
import type { JsonSchemaObject } from '@haft/schema';
import type { ArgumentLimits } from '../accepted-arguments.js';
import { DEFAULT_ARGUMENT_LIMITS } from '../default-limits.js';
import { PartialArgumentsReader, type PartialArguments } from './partial-arguments-reader.js';

/**
 * Reads incomplete arguments for a user interface. It does not repair or execute anything. For a
 * text in pieces, {@link PartialArgumentsReader} reads each piece only once.
 *
 * @param text - the JSON text so far
 * @param schema - schema for the issues. Without it, `issues` is empty
 * @param limits - default: the default limits of a runtime
 */
export function checkPartial(
  text: string,
  schema?: JsonSchemaObject,
  limits: ArgumentLimits = DEFAULT_ARGUMENT_LIMITS,
): PartialArguments {
  requireKind('The first argument of checkPartial()', text, 'a string');
  if (schema !== undefined) requireKind('The schema of checkPartial()', schema, 'an object');
  const reader = new PartialArgumentsReader(limits);
  reader.add(text);
  return reader.read(schema);
}
