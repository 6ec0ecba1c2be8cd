import { KIND, kindOf } from '../../values/json-kind.js';
import { ownValue, type JsonObject } from '../../values/own-value.js';
import type { SchemaNode } from '../../check/schema-node.js';
import type { Walk } from '../../check/walk.js';
import { ANY_VALUE } from '../../strings/any-value.js';
import { pathText } from '../../strings/path-text.js';
import { meantName } from '../../strings/meant-name.js';
import { isSameWord } from '../../strings/nearest.js';
import { branchesOf, placeInside } from './place-inside.js';

/** Reports a missing required name. */
export function reportMissing(key: string, node: SchemaNode | undefined, rule: string, walk: Walk): false {
  if (walk.done) return false;
  return walk.reportAt(key, {
    rule,
    expected: node?.phrase ?? ANY_VALUE,
    received: undefined,
    receivedText: undefined,
    suggestion: undefined,
    mayPass: rule === 'dependentRequired',
  });
}

/**
 * Reports an undeclared name. Suggests the nearest declared name that is absent, and reports the
 * problems that the value has there. Otherwise, suggests the place of the name in an inner object.
 */
export function reportUndeclared(key: string, parent: JsonObject, declared: DeclaredNames, walk: Walk): false {
  if (walk.done) return false;
  const value = ownValue(parent, key);
  const free = [...declared.keys()].filter((name) => ownValue(parent, name) === undefined);
  const outer = outerOf(key, free, declared);
  const meant =
    outer === undefined ? meantName(key, free, (name) => isProbable(declared.get(name), value, walk)) : undefined;
  const noun = walk.path.length === 0 ? 'argument' : 'property';
  const isSimple = meant === undefined && outer === undefined;
  walk.path.push(key);
  walk.report({
    rule: 'additionalProperties',
    expected: outer === undefined ? `no ${noun} of this name` : `${outer} with its values inside, not a path as a name`,
    received: value,
    suggestion: isSimple ? placeInside(key, parent, declared, (node) => isProbable(node, value, walk)) : meant,
    undeclared: true,
  });
  walk.path.pop();
  const node = meant === undefined ? undefined : declared.get(meant);
  if (meant !== undefined && node !== undefined) walk.checkMeant(meant, value, node);
  return false;
}

/** The schemas of declared names. */
export type DeclaredNames = ReadonlyMap<string, SchemaNode>;

/**
 * Returns the declared name with which a path begins: `filter` for `filter.tags[0]`. Returns
 * undefined if its value has no parts, or if the path is a declared name with other separators.
 */
function outerOf(key: string, free: readonly string[], declared: DeclaredNames): string | undefined {
  const [, first = ''] = /^([^.[\]]+)[.[]/.exec(key) ?? [];
  const node = declared.get(first);
  const hasParts =
    node !== undefined && branchesOf(node).some(({ kinds }) => (kinds & (KIND.object | KIND.array)) !== 0);
  return hasParts && !free.some((name) => isSameWord(name, key)) ? pathText([first]) : undefined;
}

/** Returns whether a value may belong to a property. Lists and objects may have problems inside. */
function isProbable(node: SchemaNode | undefined, value: unknown, walk: Walk): boolean {
  if (node === undefined) return false;
  const { kinds } = node.target;
  const isOfKind = typeof value === 'object' && value !== null && kinds !== 0 && (kinds & kindOf(value)) !== 0;
  return isOfKind || walk.fits(node, value);
}
