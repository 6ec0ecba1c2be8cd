import { createChecker, exampleOf, type JsonValue } from '@haft/schema';
import type { ToolModel } from '../model.js';
import { EmitError } from './emit-error.js';

/**
 * One valid arguments object: the author's first valid example, else one made from the schema.
 *
 * @throws EmitError when none is found
 */
export function exampleOfTool(tool: Pick<ToolModel, 'examples' | 'arguments'>): JsonValue {
  const checker = createChecker(tool.arguments.schema);
  const example = tool.examples.find((one) => checker.validates(one)) ?? exampleOf(tool.arguments.schema);
  if (example === undefined) throw new EmitError('no example of its arguments could be made');
  return example;
}
