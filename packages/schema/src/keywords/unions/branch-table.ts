import type { JsonSchema, JsonValue } from '../../json-schema.js';
import { isObject } from '../../values/is-object.js';
import { ownValue } from '../../values/own-value.js';
import type { SchemaNode } from '../../check/schema-node.js';
import { ownEntry } from '../../values/own-entry.js';
import { listedValues } from '../values.js';

/** Returns the branches that may accept a value, or undefined if the property is absent. */
export type BranchTable = (value: unknown) => readonly SchemaNode[] | undefined;

/**
 * Makes the table of the branches of a union by the value of a distinguishing property. All other
 * branches reject the value.
 *
 * @param nodes - the branches
 * @param followed - the branches with references followed, in the same order
 * @param property - the discriminator of the schema, by default the first distinguishing property
 * @returns undefined if no property distinguishes the branches
 */
export function branchTable(
  nodes: readonly SchemaNode[],
  followed: readonly SchemaNode[],
  property = implicitDiscriminator(followed),
): BranchTable | undefined {
  if (property === undefined || !tellsApart(followed, property)) return undefined;
  const branches = new Map<unknown, readonly SchemaNode[]>();
  for (const [i, node] of nodes.entries()) {
    for (const literal of literalsOf(followed[i], property) ?? []) branches.set(literal, [node]);
  }
  return (value) => {
    const actual = isObject(value) ? ownValue(value, property) : undefined;
    return actual === undefined ? undefined : (branches.get(actual) ?? NONE);
  };
}

const NONE: readonly SchemaNode[] = [];

/** Returns the first property for which each branch requires different values. */
export function implicitDiscriminator(branches: readonly Branch[]): string | undefined {
  const [first] = branches;
  const properties = typeof first?.schema === 'object' ? Object.keys(first.schema.properties ?? {}) : [];
  return properties.find((property) => tellsApart(branches, property));
}

/** A branch of a union, with its references followed. */
export interface Branch {
  readonly schema: JsonSchema;
}

/** Returns whether each branch accepts different values for a property. */
export function tellsApart(branches: readonly Branch[], property: string): boolean {
  const values = branches.map((branch) => literalsOf(branch, property));
  if (values.includes(undefined)) return false;
  const all = values.flatMap((one) => one ?? []);
  return new Set(all).size === all.length;
}

/**
 * Returns the scalar values that a branch accepts for a property, or undefined if it accepts others
 * too.
 */
export function literalsOf(branch: Branch | undefined, property: string): readonly JsonValue[] | undefined {
  const properties = typeof branch?.schema === 'object' ? branch.schema.properties : undefined;
  const one = ownEntry(properties, property);
  const values = typeof one === 'object' ? listedValues(one) : undefined;
  return values?.every((value) => typeof value !== 'object' || value === null) === true ? values : undefined;
}
