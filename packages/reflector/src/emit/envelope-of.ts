import type { ToolModel } from '../model.js';

/**
 * Returns the name of the wrapper in which a single tool's object parameter is accepted too:
 * `{ options: {...} }`. Returns undefined if that could be the object itself, because the object
 * has such a property or allows any.
 */
export function envelopeOf(tool: Pick<ToolModel, 'single' | 'parameters' | 'arguments'>): string | undefined {
  const parameter = tool.parameters.find((one) => one.kind === 'model');
  if (!tool.single || parameter === undefined) return undefined;
  const { properties = {}, additionalProperties, patternProperties } = tool.arguments.schema;
  const closed = additionalProperties === false && patternProperties === undefined;
  return closed && !Object.hasOwn(properties, parameter.name) ? parameter.name : undefined;
}
