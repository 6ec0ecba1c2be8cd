import type { JsonSchema } from '@haft/schema';
import type { ToolModel } from '../model.js';
import type { ModuleParts } from './module-parts.js';
import { TypeEmitter } from './predicates/type-emitter.js';

/**
 * Adds the function that checks and builds the arguments of a tool.
 *
 * It reads every property once and never changes the input. The arguments of a positional tool
 * become an object that always has the same keys, with literal defaults. The object parameter of a
 * single tool is passed on unchanged, unless something in it has another form at run time.
 *
 * @throws {EmitError} if a run-time value cannot be built in one pass
 */
export function emitRead(tool: Pick<ToolModel, 'name' | 'single' | 'arguments'>, parts: ModuleParts): EmittedRead {
  const fixedShape = tool.single ? undefined : tool.arguments.schema;
  const emitter = new TypeEmitter(tool.arguments, parts, fixedShape);
  const name = parts.function(`read_${tool.name}`, emitter.functionText(tool.arguments.schema, 'args', 'build'));
  return { name, itemChecks: emitter.itemChecks };
}

/** The functions that {@link emitRead} added. */
export interface EmittedRead {
  /** The name of the function. */
  readonly name: string;
  /** The names of functions that check the objects of lists, by their schemas. */
  readonly itemChecks: ReadonlyMap<JsonSchema, string>;
}
