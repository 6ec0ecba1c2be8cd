import { INHERITED, ownValue, type JsonObject } from '../../values/own-value.js';
import type { Applicator, SchemaNode } from '../../check/schema-node.js';
import type { Walk } from '../../check/walk.js';
import type { JsonSchemaObject } from '../../json-schema.js';
import { compiledPattern } from '../../patterns/compiled-pattern.js';
import { reportMissing, reportUndeclared } from './report-names.js';

/** Binds the check of declared, required and other names. Only own properties count. */
export function checkNames(schema: JsonSchemaObject, node: SchemaNode): readonly Applicator[] {
  const { properties = {}, required, patternProperties, additionalProperties } = schema;
  const { nodeOf } = node.source;
  const nodes = new Map(Object.entries(properties).map(([key, one]) => [key, nodeOf(one)]));
  const isOpen = patternProperties === undefined && additionalProperties === undefined;
  const rest = isOpen ? undefined : undeclared(nodes, schema, node);
  if (nodes.size > 0 || required !== undefined) {
    const hasPatterns = patternProperties !== undefined;
    return [declared(nodes, required ?? [], rest, hasPatterns)];
  }
  return rest === undefined ? [] : [rest];
}

type CheckObject = (value: JsonObject, walk: Walk) => boolean;

/**
 * Returns the check of declared and required names.
 *
 * @param rest - the check of other names, which runs if there are any
 */
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

function undeclared(
  nodes: ReadonlyMap<string, SchemaNode>,
  { patternProperties = {}, additionalProperties = true }: JsonSchemaObject,
  { source: { nodeOf, patternBudget } }: SchemaNode,
): CheckObject {
  const patterns = Object.entries(patternProperties).flatMap(([source, schema]) => {
    const pattern = compiledPattern(source, patternBudget);
    return pattern === undefined ? [] : [{ pattern, node: nodeOf(schema) }];
  });
  const rest = nodeOf(additionalProperties);
  return (value, walk) => {
    let valid = true;
    for (const key of Object.keys(value)) {
      const isDeclared = nodes.has(key);
      if (isDeclared && patterns.length === 0) continue;
      const child = value[key];
      if (child === undefined) continue;
      const matching = patterns.filter(({ pattern }) => pattern.test(key));
      for (const { node } of matching) valid = node.checkAt(key, child, walk) && valid;
      if (matching.length === 0 && !isDeclared) {
        const isValid =
          rest.schema === false ? reportUndeclared(key, value, nodes, walk) : rest.checkAt(key, child, walk);
        valid = isValid && valid;
      }
      if (!valid && walk.done) return false;
    }
    return valid;
  };
}
