import type { JsonValue } from '@haft/schema';
import type { TypeModel } from '../../src/model.js';
import { loadTool } from './load-module.js';
import { projectOf, toolOf } from './models.js';

/**
 * The emitted `read` of a tool with one object parameter of this type.
 *
 * @param example - stands for the example where none can be made from the schema
 */
export function readWith(
  type: TypeModel,
  classes: Readonly<Record<string, unknown>> = {},
  example?: unknown,
): (value: unknown) => unknown {
  const examples = example === undefined ? [] : [example as JsonValue];
  return loadTool(projectOf([toolOf('test_tool', type, { examples })]), classes).read;
}
