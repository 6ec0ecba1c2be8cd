import type { ToolModel } from '../model.js';

/**
 * The name under which a single tool's object parameter is accepted too: `{ options: {...} }`. Undefined where that
 * could be taken for the object itself: it has such a property, or takes any.
 */
export function envelopeOf(tool: Pick<ToolModel, 'single' | 'parameters' | 'arguments'>): string | undefined {
  const parameter = tool.parameters.find((one) => one.kind === 'model');
  if (!tool.single || parameter === undefined) return undefined;
  const { properties = {}, additionalProperties, patternProperties } = tool.arguments.schema;
  const closed = additionalProperties === false && patternProperties === undefined;
  return closed && !Object.hasOwn(properties, parameter.name) ? parameter.name : undefined;
}
