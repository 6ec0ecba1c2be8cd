import type { JsonSchemaObject } from '@haft/schema';
import type { ArgumentLimits } from '../accepted-arguments.js';
import { DEFAULT_ARGUMENT_LIMITS } from '../default-limits.js';
import { PartialArgumentsReader, type PartialArguments } from './partial-arguments-reader.js';

/**
 * Looks at arguments that a model is still writing, for a user interface. It repairs and executes
 * nothing. For a text that arrives in pieces, {@link PartialArgumentsReader} reads each piece once.
 *
 * @param schema - without a schema, `issues` is empty
 */
export function checkPartial(
  text: string,
  schema?: JsonSchemaObject,
  limits: ArgumentLimits = DEFAULT_ARGUMENT_LIMITS,
): PartialArguments {
  const reader = new PartialArgumentsReader(limits);
  reader.add(text);
  return reader.read(schema);
}
