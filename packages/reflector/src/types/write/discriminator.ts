import type { ObjectNode, TypeNode } from '../model.js';

/**
 * The property whose literal value tells the members of a union apart: required, one literal in each member, and another
 * in every one. The first such property, as the first member declares them.
 */
export function discriminatorOf(members: readonly TypeNode[]): string | undefined {
  const objects = members.filter((one): one is ObjectNode => one.kind === 'object');
  const [first] = objects;
  if (objects.length < 2 || objects.length < members.length || first === undefined) return undefined;
  return first.properties.map((property) => property.name).find((name) => tellsApart(name, objects));
}

function tellsApart(name: string, objects: readonly ObjectNode[]): boolean {
  const values = objects.map((one) => literalOf(one, name));
  return !values.includes(undefined) && new Set(values).size === objects.length;
}

/** As text with its type, so that `1` and `"1"` differ; undefined where the property is no required single literal. */
function literalOf(object: ObjectNode, name: string): string | undefined {
  const property = object.properties.find((one) => one.name === name);
  if (property === undefined || property.optional) return undefined;
  const { node } = property.type;
  return node.kind === 'literals' && node.values.length === 1 ? JSON.stringify(node.values[0]) : undefined;
}
