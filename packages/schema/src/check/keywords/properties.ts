import { nearest } from '../../issues/nearest.js';
import type { JsonSchema, JsonSchemaObject } from '../../json-schema.js';
import { compiledPattern } from '../compiled-pattern.js';
import { KIND } from '../json-kind.js';
import type { BoundApplicator, SchemaNode } from '../schema-node.js';
import type { Walk } from '../walk.js';

type JsonObject = Readonly<Record<string, unknown>>;

/** `properties`, `required`, `patternProperties`, `additionalProperties`, `propertyNames`: own properties only. */
export function objectApplicators(schema: JsonSchemaObject, { source }: SchemaNode): readonly BoundApplicator[] {
  const { properties, required, patternProperties, additionalProperties, propertyNames, dependentRequired } = schema;
  const object = (apply: (value: JsonObject, walk: Walk) => boolean): BoundApplicator => ({
    kinds: KIND.object,
    apply,
  });
  const nodes = new Map<string, SchemaNode>(entriesOf(properties).map(([key, one]) => [key, source.nodeOf(one)]));
  const made: BoundApplicator[] = [];
  const isOpen = patternProperties === undefined && additionalProperties === undefined;
  const rest = isOpen ? undefined : undeclared(nodes, schema, source.nodeOf);
  if (nodes.size > 0 || required !== undefined) {
    made.push(object(declared(nodes, required ?? [], rest, patternProperties !== undefined)));
  } else if (rest !== undefined) made.push(object(rest));
  if (propertyNames !== undefined) made.push(object(names(source.nodeOf(propertyNames))));
  for (const [key, needed] of entriesOf(dependentRequired)) made.push(object(dependent(key, needed, nodes)));
  return made;
}

/** The names that every object has from its prototype. */
const INHERITED: ReadonlySet<string> = new Set(Object.getOwnPropertyNames(Object.prototype));

/** The own value under a key of plain data; `undefined` counts as absent. */
export function ownValue(value: JsonObject, key: string): unknown {
  return INHERITED.has(key) && !Object.hasOwn(value, key) ? undefined : value[key];
}

function entriesOf<T>(record: Readonly<Record<string, T>> | undefined): readonly (readonly [string, T])[] {
  return record === undefined ? [] : Object.entries(record);
}

type CheckObject = (value: JsonObject, walk: Walk) => boolean;

/** @param rest - what looks at the other names; it need not where there are no others */
function declared(
  nodes: ReadonlyMap<string, SchemaNode>,
  required: readonly string[],
  rest: CheckObject | undefined,
  hasPatterns: boolean,
): CheckObject {
  const needed = new Set(required);
  const plain = required.filter((key) => !nodes.has(key));
  const entries = [...nodes].map(([key, node]) => ({
    key,
    node,
    isNeeded: needed.has(key),
    mayInherit: INHERITED.has(key),
  }));
  return (value, walk) => {
    let valid = true;
    let present = 0;
    for (const { key, node, isNeeded, mayInherit } of entries) {
      const child = mayInherit ? ownValue(value, key) : value[key];
      if (child !== undefined) present++;
      else if (!isNeeded) continue;
      if (child === undefined ? reportMissing(key, node, 'required', walk) : node.checkAt(key, child, walk)) continue;
      valid = false;
      if (walk.done) return false;
    }
    for (const key of plain) {
      if (ownValue(value, key) === undefined) valid = reportMissing(key, undefined, 'required', walk);
    }
    const hasOthers = rest !== undefined && (hasPatterns || countNames(value) !== present);
    return hasOthers ? rest(value, walk) && valid : valid;
  };
}

function countNames(value: JsonObject): number {
  let count = 0;
  for (const _name in value) count++;
  return count;
}

/** A name that is not there, and must be. */
export function reportMissing(key: string, node: SchemaNode | undefined, rule: string, walk: Walk): false {
  if (walk.done) return false;
  walk.path.push(key);
  walk.report({
    rule,
    expected: node?.phrase ?? 'a value',
    received: undefined,
    mayPass: rule === 'dependentRequired',
  });
  walk.path.pop();
  return false;
}

function undeclared(
  nodes: ReadonlyMap<string, SchemaNode>,
  { patternProperties, additionalProperties = true }: JsonSchemaObject,
  nodeOf: (schema: JsonSchema) => SchemaNode,
) {
  const patterns = entriesOf(patternProperties).flatMap(([source, schema]) => {
    const pattern = compiledPattern(source);
    return pattern === undefined ? [] : [{ pattern, node: nodeOf(schema) }];
  });
  const rest = nodeOf(additionalProperties);
  return (value: JsonObject, walk: Walk): boolean => {
    let valid = true;
    for (const key of Object.keys(value)) {
      const isDeclared = nodes.has(key);
      if (isDeclared && patterns.length === 0) continue;
      const child = value[key];
      if (child === undefined) continue;
      const matching = patterns.filter(({ pattern }) => pattern.test(key));
      for (const { node } of matching) valid = node.checkAt(key, child, walk) && valid;
      if (matching.length === 0 && !isDeclared) valid = checkRest(key, child, value, rest, nodes, walk) && valid;
      if (!valid && walk.done) return false;
    }
    return valid;
  };
}

function checkRest(
  key: string,
  child: unknown,
  parent: JsonObject,
  rest: SchemaNode,
  nodes: ReadonlyMap<string, SchemaNode>,
  walk: Walk,
): boolean {
  if (rest.schema !== false) return rest.checkAt(key, child, walk);
  return reportUndeclared(key, child, parent, [...nodes.keys()], walk);
}

/** A name that nobody declared; one that is declared and absent may have been meant. */
export function reportUndeclared(
  key: string,
  child: unknown,
  parent: JsonObject,
  declared: readonly string[],
  walk: Walk,
): false {
  if (walk.done) return false;
  const free = declared.filter((name) => ownValue(parent, name) === undefined);
  const noun = walk.path.length === 0 ? 'argument' : 'property';
  walk.path.push(key);
  walk.report({
    rule: 'additionalProperties',
    expected: `no ${noun} of this name`,
    received: child,
    suggestion: nearest(key, free),
    undeclared: true,
  });
  walk.path.pop();
  return false;
}

function names(node: SchemaNode) {
  return (value: JsonObject, walk: Walk): boolean => {
    let valid = true;
    for (const key of Object.keys(value)) {
      if (walk.fits(node, key)) continue;
      valid = false;
      if (walk.done) return false;
      walk.path.push(key);
      walk.report({
        rule: 'propertyNames',
        expected: node.phrase.replace(/^a string\b/, 'a property name'),
        received: key,
        // A null under this name may be left out.
        mayPass: true,
      });
      walk.path.pop();
    }
    return valid;
  };
}

function dependent(key: string, needed: readonly string[], nodes: ReadonlyMap<string, SchemaNode>) {
  return (value: JsonObject, walk: Walk): boolean => {
    if (ownValue(value, key) === undefined) return true;
    const missing = needed.filter((other) => ownValue(value, other) === undefined);
    for (const other of missing) reportMissing(other, nodes.get(other), 'dependentRequired', walk);
    return missing.length === 0;
  };
}
