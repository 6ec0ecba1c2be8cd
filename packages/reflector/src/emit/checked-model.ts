import type { ToolModel } from '../model.js';

/**
 * An object from outside that emitted code checks: the arguments of a tool, or values from people.
 */
export type CheckedModel = Pick<
  ToolModel,
  'kind' | 'name' | 'version' | 'single' | 'arguments' | 'examples' | 'sensitive' | 'place'
>;

/** Returns all objects of a tool that emitted code checks. */
export function checkedModels(tool: ToolModel): readonly CheckedModel[] {
  const input = inputOf(tool);
  return input === undefined ? [tool] : [tool, input];
}

/** Returns the values that people supply to a tool, under a name that no tool can have. */
export function inputOf({ kind, name, version, input, place }: ToolModel): CheckedModel | undefined {
  if (input === undefined) return undefined;
  const { type, sensitive } = input;
  const checked = { name: `${name}.input`, version, single: false, arguments: type, examples: [], sensitive };
  return { ...checked, ...(kind === undefined ? {} : { kind }), ...(place === undefined ? {} : { place }) };
}
