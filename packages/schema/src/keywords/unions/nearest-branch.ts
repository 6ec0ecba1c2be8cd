import { KIND, kindOf } from '../../values/json-kind.js';
import type { JsonObject } from '../../values/own-value.js';
import type { SchemaNode } from '../../check/schema-node.js';
import type { Walk } from '../../check/walk.js';
import type { Issue } from '../../issues/issue.js';
import { nearest } from '../../strings/nearest.js';
import { textsOf } from '../values.js';
import type { BrokenUnion } from './broken-union.js';
import { reportByDiscriminator } from './by-discriminator.js';
import { withNamesOfOthers } from './names-of-others.js';

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
  const [only, ...more] = possible;
  if (isScalar && only !== undefined) {
    const branch = walk.branch(only, value);
    return walk.adopt(branch, withWholePhrase(branch.issues, only, phrase));
  }
  if (only !== undefined && more.length === 0) return walk.adopt(walk.branch(only, value));
  const branches = possible.map((node) => new TriedBranch(node, walk.branch(node, value), walk.path.length));
  // If no branch knows a name of the object, or it has no names, none is probable.
  const isStrange = kind === KIND.object && areStrange(branches, value as JsonObject);
  if (isStrange) {
    const receivedText = Object.keys(value as JsonObject).length === 0 ? 'an empty object' : undefined;
    return walk.report({ rule, expected: phrase(), received: value, receivedText, mayPass: true });
  }
  const best = branches.reduce((nearest, one) => (one.isNearerThan(nearest) ? one : nearest));
  if (kind !== KIND.object) return walk.adopt(best.walk);
  return walk.adopt(
    best.walk,
    withNamesOfOthers(best.walk.issues, {
      value: value as JsonObject,
      node: best.node,
      nodes: possible,
      place: walk.path.length,
    }),
  );
}

/** Names all forms of the union in the issue of a scalar. Only one of them can be a scalar. */
function withWholePhrase(issues: readonly Issue[], node: SchemaNode, phrase: () => string): readonly Issue[] {
  return issues.map((issue) => (issue.expected === node.phrase ? { ...issue, expected: phrase() } : issue));
}

/** Returns whether no branch knows a name of the object. */
function areStrange(branches: readonly TriedBranch[], value: JsonObject): boolean {
  const count = Object.keys(value).length;
  return branches.every(({ strange }) => strange === count);
}

/** A branch that rejects a value, and its distance to the value. */
class TriedBranch {
  /** The number of names that the branch does not declare and that resemble none of its names. */
  readonly strange: number;
  private readonly misspelt: number;
  private readonly depth: number;

  constructor(
    readonly node: SchemaNode,
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

/** Returns the allowed string of some branch that an invalid string probably means. */
function suggestionAmong(nodes: readonly SchemaNode[], value: unknown): string | undefined {
  if (typeof value !== 'string') return undefined;
  return nearest(
    value,
    nodes.flatMap(({ schema }) => (typeof schema === 'object' ? textsOf(schema) : [])),
  );
}
