import { createChecker, exampleOf, type JsonValue } from '@haft/schema';
import type { ToolModel } from '../model.js';
import { EmitError } from './emit-error.js';

/**
 * Returns one valid arguments object: the author's first valid example, or one generated from the
 * schema.
 *
 * @throws {EmitError} if there is none
 */
export function exampleOfTool(tool: Pick<ToolModel, 'examples' | 'arguments'>): JsonValue {
  const checker = createChecker(tool.arguments.schema);
  const example = tool.examples.find((one) => checker.validates(one)) ?? exampleOf(tool.arguments.schema);
  if (example === undefined) throw new EmitError('Haft found no example of its arguments');
  return example;
}
