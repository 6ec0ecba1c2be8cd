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
  if (property === undefined) return false;
  const actual = ownValue(value, property);
  const named = nodes.filter((node) => literalsOf(node, property)?.includes(actual as JsonValue) === true);
  if (named.length > 1) return false;
  const [only] = named;
  if (only !== undefined) {
    const place = walk.path.length;
    walk.adopt(
      withNamesOfOthers(walk.branch(only, value), { value, node: only, nodes, place, discriminator: property }),
    );
    return true;
  }
  const allowed = nodes.flatMap((node) => literalsOf(node, property) ?? []);
  if (actual === undefined && reportMisnamed(property, nodes, value, walk)) return true;
  const texts = allowed.filter((one) => typeof one === 'string');
  const suggestion = typeof actual === 'string' ? nearest(actual, texts) : tagByNames(property, nodes, value);
  walk.path.push(property);
  walk.report({ rule, expected: phraseOfAllowed([...new Set(allowed)]), received: actual, suggestion, mayPass: true });
  walk.path.pop();
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
  walk.adopt({ issues, hasJsonText: first.hasJsonText });
}

function isSame(a: Issue, b: Issue): boolean {
  return pathText(a.path) === pathText(b.path) && a.expected === b.expected && a.suggestion === b.suggestion;
}

/**
 * Reports a discriminator under another name, and the other problems of the branch that it selects.
 */
function reportMisnamed(property: string, nodes: readonly SchemaNode[], value: JsonObject, walk: Walk): boolean {
  for (const [name, one] of Object.entries(value)) {
    const named = nodes.filter((node) => literalsOf(node, property)?.includes(one as JsonValue) === true);
    const [only] = named;
    if (only === undefined || named.length > 1 || nodes.some((node) => declaresName(node, name))) continue;
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
  const possible = nodes.filter((node) => names.every((name) => declaresName(node, name)));
  const [tag, ...more] = possible.flatMap((node) => literalsOf(node, property) ?? []);
  return more.length === 0 && typeof tag === 'string' ? tag : undefined;
}
