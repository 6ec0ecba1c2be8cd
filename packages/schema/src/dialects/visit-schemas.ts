import { resolverOf } from '../check/resolver-of.js';
import type { Path } from '../issues/issue.js';
import type { JsonSchema, JsonSchemaObject } from '../json-schema.js';

/** A schema inside a schema. */
export interface VisitedSchema {
  readonly schema: JsonSchema;
  readonly path: Path;
  /** How many objects it stands in. */
  readonly level: number;
  /** A `$ref` to a schema that it stands in. */
  readonly recursive: boolean;
  /** A `$ref` that names nothing in the document. */
  readonly unresolved: boolean;
  /** One of the parts of an `allOf`, which together are one schema. */
  readonly part: boolean;
}

/** Every schema that a value can meet, each once, also behind `$ref`; definitions that nothing names are left out. */
export function visitSchemas(root: JsonSchema, visit: (one: VisitedSchema) => void): void {
  const resolve = resolverOf(root);
  const seen = new Set<JsonSchema>();
  const above: JsonSchema[] = [];
  const enter = (schema: JsonSchema | undefined, path: Path, level: number, part = false): void => {
    if (schema === undefined || (typeof schema === 'object' && seen.has(schema))) return;
    if (typeof schema === 'boolean') {
      visit({ schema, path, level, recursive: false, unresolved: false, part });
      return;
    }
    seen.add(schema);
    above.push(schema);
    const target = schema.$ref === undefined ? undefined : resolve(schema.$ref);
    const recursive = target !== undefined && above.includes(target);
    visit({ schema, path, level, recursive, unresolved: schema.$ref !== undefined && target === undefined, part });
    enter(target, path, level, part);
    for (const { inside, at, isValue, isPart } of schemasInside(schema)) {
      enter(inside, [...path, ...at], isValue ? level + 1 : level, isPart);
    }
    above.pop();
  };
  enter(root, [], 0);
}

interface Inside {
  readonly inside: JsonSchema | undefined;
  readonly at: Path;
  /** Of a property: its object is one more around it. */
  readonly isValue?: boolean;
  readonly isPart?: boolean;
}

function* schemasInside(schema: JsonSchemaObject): Generator<Inside> {
  const { properties = {}, patternProperties = {}, additionalProperties, prefixItems = [], items, contains } = schema;
  for (const [name, inside] of Object.entries(properties)) yield { inside, at: [name], isValue: true };
  for (const inside of Object.values(patternProperties)) yield { inside, at: ['*'], isValue: true };
  // `false` and `true` say whether an object is open, and no value.
  if (typeof additionalProperties === 'object') yield { inside: additionalProperties, at: ['*'], isValue: true };
  for (const [index, inside] of prefixItems.entries()) yield { inside, at: [index] };
  if (items !== false) yield { inside: items, at: ['*'] };
  yield { inside: contains, at: ['*'] };
  for (const inside of [...(schema.anyOf ?? []), ...(schema.oneOf ?? [])]) yield { inside, at: [] };
  for (const inside of schema.allOf ?? []) yield { inside, at: [], isPart: true };
}
