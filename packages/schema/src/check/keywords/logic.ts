import type { JsonSchemaObject } from '../../json-schema.js';
import type { BoundApplicator, SchemaNode } from '../schema-node.js';
import type { Walk } from '../walk.js';

const ANY = 255;

/** `$ref`, `allOf`, `not`, `if`: they speak of the value itself. */
export function logicApplicators(schema: JsonSchemaObject, node: SchemaNode): readonly BoundApplicator[] {
  const { nodeOf } = node.source;
  const made: ((value: unknown, walk: Walk) => boolean)[] = [];
  if (schema.$ref !== undefined) made.push(reference(schema.$ref, node));
  if (schema.allOf !== undefined) made.push(all(schema.allOf.map(nodeOf)));
  if (schema.not !== undefined) made.push(negation(nodeOf(schema.not)));
  if (schema.if !== undefined) {
    made.push(condition(nodeOf(schema.if), nodeOf(schema.then ?? true), nodeOf(schema.else ?? true)));
  }
  return made.map((apply) => ({ kinds: ANY, apply }));
}

function reference(name: string, { source }: SchemaNode) {
  const schema = source.resolve(name);
  const target = schema === undefined ? undefined : source.nodeOf(schema);
  /** Values that are being checked against the target right now. To meet one again, without a step into it, is a circle. */
  const active: unknown[] = [];
  return (value: unknown, walk: Walk): boolean => {
    if (target === undefined)
      return walk.report({ rule: '$ref', expected: `a value of the unknown schema ${name}`, received: value });
    if (active.includes(value)) {
      return walk.report({
        rule: '$ref',
        expected: `a value of the schema ${name}, which only refers to itself`,
        received: value,
      });
    }
    active.push(value);
    const valid = target.check(value, walk);
    active.pop();
    return valid;
  };
}

function all(nodes: readonly SchemaNode[]) {
  return (value: unknown, walk: Walk): boolean => {
    let valid = true;
    for (const node of nodes) {
      if (node.check(value, walk)) continue;
      valid = false;
      if (walk.done) return false;
    }
    return valid;
  };
}

function negation(node: SchemaNode) {
  return (value: unknown, walk: Walk): boolean => {
    if (!walk.fits(node, value)) return true;
    return walk.report({
      rule: 'not',
      expected: `something other than ${node.phrase}`,
      received: value,
      mayPass: true,
    });
  };
}

function condition(test: SchemaNode, then: SchemaNode, otherwise: SchemaNode) {
  return (value: unknown, walk: Walk): boolean => (walk.fits(test, value) ? then : otherwise).check(value, walk);
}
