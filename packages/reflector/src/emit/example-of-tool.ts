import { createChecker, exampleOf, pathText, type JsonSchema, type JsonValue, type Path } from '@haft/schema';
import type { ToolModel } from '../model.js';
import { EmitError } from './emit-error.js';

/**
 * Returns one valid arguments object: the author's first valid example, or one generated from the
 * schema.
 *
 * @throws {EmitError} if there is none
 */
export function exampleOfTool(tool: Pick<ToolModel, 'examples' | 'arguments'>): JsonValue {
  const { schema } = tool.arguments;
  const checker = createChecker(schema);
  const example = tool.examples.find((one) => checker.validates(one)) ?? exampleOf(schema);
  if (example !== undefined) return example;
  const place = pathText(placeWithoutExample(schema, { root: schema, path: [] }));
  throw new EmitError(`Haft found no example of ${place === '' ? 'its arguments' : `'${place}'`}`);
}

interface Place {
  readonly root: JsonSchema;
  readonly path: Path;
}

/** The deepest place that is searched. Only an endless recursion is deeper. */
const DEEPEST = 24;

/** Returns the path of the innermost required part without an example. */
function placeWithoutExample(schema: JsonSchema, { root, path }: Place): Path {
  if (typeof schema !== 'object' || path.length === DEEPEST) return path;
  const target = schema.$ref === undefined ? schema : createChecker(schema, root).resolve(schema.$ref);
  if (typeof target !== 'object') return path;
  const { properties = {}, required = [], items, minItems = 0 } = target;
  const parts: [string | number, JsonSchema | undefined][] = required.map((name) => [name, properties[name]]);
  if (minItems > 0) parts.push([0, items]);
  for (const [key, part] of parts) {
    if (part === undefined || exampleOf(part, root) !== undefined) continue;
    return placeWithoutExample(part, { root, path: [...path, key] });
  }
  return path;
}
