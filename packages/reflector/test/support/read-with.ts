import type { JsonValue } from '@haft/schema';
import { writeModule } from '../../src/emit/write-module.js';
import type { TypeModel } from '../../src/model.js';
import { loadModule } from './load-module.js';
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
  const text = writeModule(projectOf([toolOf('test_tool', type, { examples })]), {
    out: '/project/src/toolsets.gen.ts',
  });
  const module = loadModule(text, { TestToolset: class TestToolset {}, ...classes });
  const read = module.toolsets[0]?.tools[0]?.read;
  if (read === undefined) throw new Error('The module has no tool.');
  return read;
}
