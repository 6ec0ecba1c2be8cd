import type { JsonSchema, JsonValue } from '../../json-schema.js';
import { ownValue } from '../../check/own-value.js';
import type { SchemaNode } from '../../check/schema-node.js';

/** Tells from one property of an object which branches of a union are worth a try; the others say no because of it. */
export class BranchTable {
  private constructor(
    private readonly property: string,
    private readonly branches: ReadonlyMap<unknown, readonly SchemaNode[]>,
  ) {}

  /**
   * @param nodes - the branches
   * @param followed - what they stand for, in the same order: the nodes themselves, or what they refer to
   * @param property - the discriminator, where the schema names one
   * @returns undefined when no property tells the branches apart
   */
  static of(
    nodes: readonly SchemaNode[],
    followed: readonly SchemaNode[],
    property = implicitDiscriminator(followed),
  ): BranchTable | undefined {
    if (property === undefined || !tellsApart(followed, property)) return undefined;
    const branches = new Map<unknown, readonly SchemaNode[]>();
    for (const [i, node] of nodes.entries()) {
      for (const literal of literalsOf(followed[i], property) ?? []) branches.set(literal, [node]);
    }
    return new BranchTable(property, branches);
  }

  /** The branches that a value may fit; undefined when the property says nothing about it. */
  branchesFor(value: unknown): readonly SchemaNode[] | undefined {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
    const actual = ownValue(value as Readonly<Record<string, unknown>>, this.property);
    return actual === undefined ? undefined : (this.branches.get(actual) ?? NONE);
  }
}

const NONE: readonly SchemaNode[] = [];

/** The first property for which every branch requires values of its own that no other branch takes. */
export function implicitDiscriminator(branches: readonly Branch[]): string | undefined {
  const [first] = branches;
  const properties = typeof first?.schema === 'object' ? Object.keys(first.schema.properties ?? {}) : [];
  return properties.find((property) => tellsApart(branches, property));
}

/** A branch of a union, with its references followed. */
export interface Branch {
  readonly schema: JsonSchema;
}

/** Whether every branch takes only values of its own for a property. */
export function tellsApart(branches: readonly Branch[], property: string): boolean {
  const values = branches.map((branch) => literalsOf(branch, property));
  if (values.includes(undefined)) return false;
  const all = values.flatMap((one) => one ?? []);
  return new Set(all).size === all.length;
}

/** The scalar values that a branch takes for a property; undefined when it is not limited to some. */
export function literalsOf(branch: Branch | undefined, property: string): readonly JsonValue[] | undefined {
  const properties = typeof branch?.schema === 'object' ? branch.schema.properties : undefined;
  const one = properties !== undefined && Object.hasOwn(properties, property) ? properties[property] : undefined;
  if (typeof one !== 'object') return undefined;
  const values = one.const === undefined ? one.enum : [one.const];
  return values?.every((value) => typeof value !== 'object' || value === null) === true ? values : undefined;
}
