import type { Path } from '../issues/issue.js';
import type { JsonSchema, JsonSchemaObject } from '../json-schema.js';
import { keywordTable } from '../keywords/table.js';
import { resolverOf } from '../references/resolve.js';
import { targetOf } from '../references/target-of.js';
import { subschemasOf, type Subschema } from '../references/visit.js';

/** A schema inside a schema. */
export interface VisitedSchema {
  readonly schema: JsonSchemaObject;
  readonly path: Path;
  /** The number of objects around it. */
  readonly level: number;
}

/** Visits each schema that applies to a part of a value once. Follows references. */
export function visitSchemas(root: JsonSchema, visit: (one: VisitedSchema) => void): void {
  const resolve = resolverOf(root);
  const seen = new Set<JsonSchemaObject>();
  const enter = (schema: JsonSchema | undefined, path: Path, level: number): void => {
    if (typeof schema !== 'object' || seen.has(schema)) return;
    seen.add(schema);
    visit({ schema, path, level });
    enter(targetOf(schema, resolve), path, level);
    for (const one of schemasInside(schema)) enter(one.schema, [...path, ...stepsInto(one)], levelOf(one, level));
  };
  enter(root, [], 0);
}

/** Returns the inner schemas that may apply to a value, in a fixed order. */
function schemasInside(schema: JsonSchemaObject): readonly Subschema[] {
  const met = subschemasOf(schema).filter(({ relation, keyword }) => {
    const isInside = relation !== 'definition' && relation !== 'name' && relation !== 'asks';
    return isInside && Object.hasOwn(keywordTable(), keyword) && keyword !== 'then' && keyword !== 'else';
  });
  return met.sort((a, b) => ORDER.indexOf(a.keyword) - ORDER.indexOf(b.keyword));
}

/** Other keywords come first. */
const ORDER: readonly string[] = [
  ...['properties', 'patternProperties', 'additionalProperties', 'prefixItems', 'items', 'contains'],
  ...['anyOf', 'oneOf', 'allOf'],
];

function stepsInto({ relation, key = '*' }: Subschema): Path {
  return relation === 'same' ? [] : [relation === 'entry' ? '*' : key];
}

function levelOf({ relation }: Subschema, level: number): number {
  return relation === 'property' || relation === 'entry' ? level + 1 : level;
}
