import type { ObjectNode, TypeNode } from '../model.js';

/**
 * Returns the property whose literal value tells the members of a union apart: it is required, and
 * every member has a different literal. Takes the first such property in the order of the first
 * member.
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

/**
 * Returns a literal as text with its type, so that `1` and `"1"` differ. Returns undefined if the
 * property is not a required single literal.
 */
function literalOf(object: ObjectNode, name: string): string | undefined {
  const property = object.properties.find((one) => one.name === name);
  if (property === undefined || property.optional) return undefined;
  const { node } = property.type;
  return node.kind === 'literals' && node.values.length === 1 ? JSON.stringify(node.values[0]) : undefined;
}
