import type { JsonSchema } from '@haft/schema';
import type { ToolModel } from '../model.js';
import type { ModuleParts } from './module-parts.js';
import { TypeEmitter } from './predicates/type-emitter.js';

/**
 * Adds the function that checks and builds the arguments of a tool.
 *
 * Every property is read once; the input is never changed. The arguments of a positional tool become an object that
 * always has the same keys, with literal defaults put in. An object parameter of a single tool is passed on as it is,
 * unless something in it has another form at run time.
 *
 * @throws EmitError when a run-time value cannot be built in one pass
 */
export function emitRead(tool: Pick<ToolModel, 'name' | 'single' | 'arguments'>, parts: ModuleParts): EmittedRead {
  const fixedShape = tool.single ? undefined : tool.arguments.schema;
  const emitter = new TypeEmitter(tool.arguments, parts, fixedShape);
  const name = parts.function(`read_${tool.name}`, emitter.functionText(tool.arguments.schema, 'args', 'build'));
  return { name, itemChecks: emitter.itemChecks };
}

/** What {@link emitRead} added. */
export interface EmittedRead {
  /** Of the function. */
  readonly name: string;
  /** The names of functions that check the objects of lists, by their schemas. */
  readonly itemChecks: ReadonlyMap<JsonSchema, string>;
}
