/** `$ref` and `$defs`: inseparable, since a reference leads to a definition. */
import { ANY_VALUE } from '../strings/any-value.js';
import type { SchemaNode } from '../check/schema-node.js';
import type { Walk } from '../check/walk.js';
import type { JsonSchemaObject } from '../json-schema.js';
import { NAMED_SCHEMAS } from './argument-rules.js';
import type * as Aspect from './keyword.js';

type Reference = '$ref' | '$defs';

// The search through a document checks all its references together.
export const keyword: Aspect.Keywords<Reference> = {
  $ref: {},
  $defs: { argument: NAMED_SCHEMAS, schemas: { as: 'map', relation: 'definition' } },
};

export const check: Aspect.Checks<'$ref'> = {
  $ref: {
    applicators: (schema, node) => [follow(schema.$ref ?? '', node)],
    phrase: phraseOfTarget,
  },
};

/** The comparison follows references into a document first. */
export const analysis: Aspect.Analyses<Reference> = {
  $ref: { comparison: { test: true }, merging: 'apart' },
  $defs: { comparison: 'nothing', merging: 'apart' },
};

function follow(name: string, { source }: SchemaNode) {
  const schema = source.resolve(name);
  const target = schema === undefined ? undefined : source.nodeOf(schema);
  /** The values that the target checks now. A second check of one of them is a circle. */
  const active: unknown[] = [];
  return (value: unknown, walk: Walk): boolean => {
    if (target === undefined)
      return walk.report({ rule: '$ref', expected: `a value of the unknown schema ${name}`, received: value });
    if (active.includes(value)) {
      const expected = `a value of the schema ${name}, which only refers to itself`;
      return walk.report({ rule: '$ref', expected, received: value });
    }
    // A list or an object is checked once, even if several branches visit it.
    const isRemembered = target.recursion !== 'none' && typeof value === 'object' && value !== null;
    active.push(value);
    try {
      return isRemembered ? walk.remember(target, value) : target.check(value, walk);
    } finally {
      active.pop();
    }
  };
}

function phraseOfTarget({ $ref }: JsonSchemaObject, nested: Aspect.NestedPhrases | undefined): string | undefined {
  if ($ref === undefined || nested === undefined) return undefined;
  const target = nested.resolve($ref);
  return target === undefined ? ANY_VALUE : nested.phraseOf(target);
}

/** Renames `$defs` for earlier versions. */
export function withDefinitions({ $defs, definitions, ...schema }: Record<string, unknown>): Record<string, unknown> {
  if ($defs === undefined && definitions === undefined) return schema;
  return { ...schema, definitions: { ...(definitions as object | undefined), ...($defs as object | undefined) } };
}
