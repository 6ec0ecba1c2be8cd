import { ownValue, type JsonObject } from '../../values/own-value.js';
import type { SchemaNode } from '../../check/schema-node.js';
import type { Walk } from '../../check/walk.js';
import { nearest } from '../../strings/nearest.js';

/** Reports a missing required name. */
export function reportMissing(key: string, node: SchemaNode | undefined, rule: string, walk: Walk): false {
  if (walk.done) return false;
  walk.path.push(key);
  const expected = node?.phrase ?? 'a value';
  walk.report({ rule, expected, received: undefined, mayPass: rule === 'dependentRequired' });
  walk.path.pop();
  return false;
}

/** Reports an undeclared name. Suggests the nearest declared name that is absent. */
export function reportUndeclared(key: string, parent: JsonObject, declared: readonly string[], walk: Walk): false {
  if (walk.done) return false;
  const free = declared.filter((name) => ownValue(parent, name) === undefined);
  const noun = walk.path.length === 0 ? 'argument' : 'property';
  walk.path.push(key);
  walk.report({
    rule: 'additionalProperties',
    expected: `no ${noun} of this name`,
    received: ownValue(parent, key),
    suggestion: nearest(key, free),
    undeclared: true,
  });
  walk.path.pop();
  return false;
}
