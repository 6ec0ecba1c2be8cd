import { KIND, kindOf } from '../../values/json-kind.js';
import { ownValue, type JsonObject } from '../../values/own-value.js';
import type { SchemaNode } from '../../check/schema-node.js';
import type { Walk } from '../../check/walk.js';
import { nearest } from '../../strings/nearest.js';
import type { JsonValue } from '../../json-schema.js';
import { phraseOfAllowed, textsOf } from '../values.js';
import { implicitDiscriminator, literalsOf } from './branch-table.js';

/** A union that rejects a value. */
interface BrokenUnion {
  readonly rule: string;
  /** The branches, with references followed. */
  readonly nodes: readonly SchemaNode[];
  readonly discriminator: string | undefined;
  readonly phrase: () => string;
}

/** Reports the problems of the branch that the caller probably means. */
export function reportNearest(union: BrokenUnion, value: unknown, walk: Walk): false {
  const { rule, nodes, phrase } = union;
  const kind = kindOf(value);
  const possible = nodes.filter((node) => node.kinds === 0 || (node.kinds & kind) !== 0);
  if (possible.length > 1 && kind === KIND.object) {
    if (reportByDiscriminator({ ...union, nodes: possible }, value as JsonObject, walk)) return false;
  }
  const isScalar = kind !== KIND.object && kind !== KIND.array;
  if (possible.length === 0 || (isScalar && possible.length > 1)) {
    return walk.report({
      rule,
      expected: phrase(),
      received: value,
      suggestion: suggestionAmong(possible, value),
      mayPass: true,
    });
  }
  const branches = possible.map((node) => new TriedBranch(walk.branch(node, value), walk.path.length));
  // If no branch knows a name of the object, none is probable.
  const isStrange = kind === KIND.object && areStrange(branches, value as JsonObject);
  if (isStrange && branches.length > 1)
    return walk.report({ rule, expected: phrase(), received: value, mayPass: true });
  return walk.adopt(branches.reduce((best, one) => (one.isNearerThan(best) ? one : best)).walk);
}

/**
 * Returns whether no branch knows a name of the object, or all are equally near to one without
 * names.
 */
function areStrange(branches: readonly TriedBranch[], value: JsonObject): boolean {
  const count = Object.keys(value).length;
  if (count > 0) return branches.every(({ strange }) => strange === count);
  return branches.every((one) => branches.every((other) => !one.isNearerThan(other)));
}

/** A branch that rejects a value, and its distance to the value. */
class TriedBranch {
  /** The number of names that the branch does not declare and that resemble none of its names. */
  readonly strange: number;
  private readonly misspelt: number;
  private readonly depth: number;

  constructor(
    readonly walk: Walk,
    place: number,
  ) {
    const unknown = walk.issues.filter(
      ({ path, rule }) => rule === 'additionalProperties' && path.length === place + 1,
    );
    this.misspelt = unknown.filter(({ suggestion }) => suggestion !== undefined).length;
    this.strange = unknown.length - this.misspelt;
    this.depth = walk.issues.reduce((depth, { path }) => depth + path.length, 0);
  }

  /**
   * Returns whether this branch is more probable: fewer strange names, then fewer problems, then
   * more misspelled names, then deeper problems.
   */
  isNearerThan(other: TriedBranch): boolean {
    if (this.strange !== other.strange) return this.strange < other.strange;
    const difference = this.walk.issues.length - other.walk.issues.length;
    if (difference !== 0) return difference < 0;
    return this.misspelt === other.misspelt ? this.depth > other.depth : this.misspelt > other.misspelt;
  }
}

/**
 * Reports the problems of the branch that the discriminator selects, or a wrong discriminator.
 * Returns false if the discriminator does not help.
 */
function reportByDiscriminator({ rule, nodes, discriminator }: BrokenUnion, value: JsonObject, walk: Walk): boolean {
  const property = discriminator ?? implicitDiscriminator(nodes);
  if (property === undefined) return false;
  const actual = ownValue(value, property);
  const named = nodes.filter((node) => literalsOf(node, property)?.includes(actual as JsonValue) === true);
  if (named.length > 1) return false;
  const [only] = named;
  if (only !== undefined) {
    walk.adopt(walk.branch(only, value));
    return true;
  }
  const allowed = nodes.flatMap((node) => literalsOf(node, property) ?? []);
  if (actual === undefined && reportMisnamed(property, nodes, value, walk)) return true;
  const texts = allowed.filter((one) => typeof one === 'string');
  const suggestion = typeof actual === 'string' ? nearest(actual, texts) : tagByNames(property, nodes, value);
  walk.path.push(property);
  walk.report({ rule, expected: phraseOfAllowed([...new Set(allowed)]), received: actual, suggestion, mayPass: true });
  walk.path.pop();
  return true;
}

/**
 * Reports a discriminator under another name, and the other problems of the branch that it selects.
 */
function reportMisnamed(property: string, nodes: readonly SchemaNode[], value: JsonObject, walk: Walk): boolean {
  for (const [name, one] of Object.entries(value)) {
    const named = nodes.filter((node) => literalsOf(node, property)?.includes(one as JsonValue) === true);
    const [only] = named;
    if (only === undefined || named.length > 1 || nodes.some((node) => declares(node, name))) continue;
    const { [name]: tag, ...others } = value;
    walk.path.push(name);
    walk.report({
      rule: 'additionalProperties',
      expected: 'no property of this name',
      received: tag,
      suggestion: property,
      undeclared: true,
      mayPass: true,
    });
    walk.path.pop();
    walk.adopt(walk.branch(only, { ...others, [property]: tag }));
    return true;
  }
  return false;
}

/** Returns the tag of the only branch that declares all names of a value. */
function tagByNames(property: string, nodes: readonly SchemaNode[], value: JsonObject): string | undefined {
  const names = Object.keys(value).filter((name) => name !== property);
  if (names.length === 0) return undefined;
  const possible = nodes.filter((node) => names.every((name) => declares(node, name)));
  const [tag, ...more] = possible.flatMap((node) => literalsOf(node, property) ?? []);
  return more.length === 0 && typeof tag === 'string' ? tag : undefined;
}

function declares({ schema }: SchemaNode, name: string): boolean {
  return typeof schema === 'object' && Object.hasOwn(schema.properties ?? {}, name);
}

/** Returns the allowed string of some branch that an invalid string probably means. */
function suggestionAmong(nodes: readonly SchemaNode[], value: unknown): string | undefined {
  if (typeof value !== 'string') return undefined;
  return nearest(
    value,
    nodes.flatMap(({ schema }) => (typeof schema === 'object' ? textsOf(schema) : [])),
  );
}
