import type { SchemaNode } from '../../check/schema-node.js';
import type { Walk } from '../../check/walk.js';
import type { Issue } from '../../issues/issue.js';
import { pathText } from '../../strings/path-text.js';
import type { JsonValue } from '../../json-schema.js';
import { nearest } from '../../strings/nearest.js';
import { ownValue, type JsonObject } from '../../values/own-value.js';
import { phraseOfAllowed } from '../values.js';
import { implicitDiscriminator, literalsOf } from './branch-table.js';
import type { BrokenUnion } from './broken-union.js';
import { declaresName } from '../declares-name.js';
import { withNamesOfOthers } from './names-of-others.js';

/**
 * Reports the problems of the branch that the discriminator selects, or a wrong discriminator.
 * Returns false if the discriminator does not help.
 */
export function reportByDiscriminator(
  { rule, nodes, discriminator }: BrokenUnion,
  value: JsonObject,
  walk: Walk,
): boolean {
  const property = discriminator ?? implicitDiscriminator(nodes);
  return property !== undefined && reportBy({ property, rule, nodes }, value, walk);
}

/** The branches of a union that a property distinguishes. */
interface Tagged extends Pick<BrokenUnion, 'rule' | 'nodes'> {
  readonly property: string;
  /** Set if the object has the property under a misspelt name. */
  readonly undeclared?: true;
}

/** Reports the problems of an object by its tag. */
function reportBy({ property, rule, nodes, undeclared }: Tagged, value: JsonObject, walk: Walk): boolean {
  const actual = ownValue(value, property);
  const named = nodes.filter((node) => literalsOf(node, property)?.includes(actual as JsonValue) === true);
  if (named.length > 1) return false;
  const [only] = named;
  if (only !== undefined) {
    const branch = walk.branch(only, value);
    const meant = { value, node: only, nodes, place: walk.path.length, discriminator: property };
    walk.adopt(branch, withNamesOfOthers(branch.issues, meant));
    return true;
  }
  const allowed = nodes.flatMap((node) => literalsOf(node, property) ?? []);
  if (actual === undefined && reportMisnamed({ property, rule, nodes }, value, walk)) return true;
  const texts = allowed.filter((one) => typeof one === 'string');
  const near = typeof actual === 'string' ? nearest(actual, texts) : undefined;
  const suggestion = near ?? tagByNames(property, nodes, value);
  const expected = phraseOfAllowed([...new Set(allowed)]);
  walk.reportAt(property, { rule, expected, received: actual, suggestion, undeclared, mayPass: true });
  const meant = nodes.filter(
    (node) => suggestion === undefined || literalsOf(node, property)?.includes(suggestion) === true,
  );
  reportShared(property, meant, value, walk);
  return true;
}

/** Reports the problems that an object has in each branch, whichever the discriminator means. */
function reportShared(property: string, nodes: readonly SchemaNode[], value: JsonObject, walk: Walk): void {
  const [first, ...others] = nodes.map((node) =>
    walk.branch(node, { ...value, [property]: literalsOf(node, property)?.[0] }),
  );
  if (first === undefined) return;
  const issues = first.issues.filter((issue) =>
    others.every((other) => other.issues.some((one) => isSame(one, issue))),
  );
  walk.adopt(first, issues);
}

function isSame(a: Issue, b: Issue): boolean {
  return pathText(a.path) === pathText(b.path) && a.expected === b.expected && a.suggestion === b.suggestion;
}

/**
 * Reports a discriminator under another name, and the other problems of the branch that it selects.
 * Its value tells the name, or else the name itself resembles the discriminator.
 */
function reportMisnamed({ property, rule, nodes }: Tagged, value: JsonObject, walk: Walk): boolean {
  const names = Object.keys(value).filter((name) => !nodes.some((node) => declaresName(node, name)));
  const selects = (name: string): boolean =>
    nodes.filter((node) => literalsOf(node, property)?.includes(value[name] as JsonValue) === true).length === 1;
  const meant = names.find(selects) ?? names.find((name) => nearest(name, [property], () => false) !== undefined);
  if (meant === undefined) return false;
  const { [meant]: tag, ...others } = value;
  walk.reportAt(meant, {
    rule: 'additionalProperties',
    expected: 'no property of this name',
    received: tag,
    suggestion: property,
    undeclared: true,
    mayPass: true,
  });
  reportBy({ property, rule, nodes, undeclared: true }, { ...others, [property]: tag }, walk);
  return true;
}

/**
 * Returns the tag of the only branch that declares all names of a value. If there is none, names
 * that resemble those of the branch count too.
 */
function tagByNames(property: string, nodes: readonly SchemaNode[], value: JsonObject): string | undefined {
  const names = Object.keys(value).filter((name) => name !== property);
  if (names.length === 0) return undefined;
  const declared = nodes.filter((node) => names.every((name) => declaresName(node, name)));
  const possible = declared.length > 0 ? declared : nodes.filter((node) => names.every((name) => isNear(node, name)));
  const [tag, ...more] = possible.flatMap((node) => literalsOf(node, property) ?? []);
  return more.length === 0 && typeof tag === 'string' ? tag : undefined;
}

/** Returns whether a name resembles a name of a branch. */
function isNear({ schema }: SchemaNode, name: string): boolean {
  return typeof schema === 'object' && nearest(name, Object.keys(schema.properties ?? {}), () => false) !== undefined;
}
