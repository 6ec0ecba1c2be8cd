import type { JsonSchemaObject } from '../json-schema.js';
import { referenceAlone } from './earlier-reference.js';
import { mapInside, type AnySchema } from './map-inside.js';

type Keywords = Record<string, unknown>;

/**
 * A schema of draft 2020-12 in draft 07. Bounds of `contains` and `unevaluated...` have no words there.
 * @see https://json-schema.org/draft/2020-12/release-notes, and those of 2019-09
 */
export function inDraft07(schema: JsonSchemaObject): Keywords {
  return convert(schema as Keywords) as Keywords;
}

function convert(schema: AnySchema): AnySchema {
  if (typeof schema === 'boolean') return schema;
  const inside = mapInside(schema, convert);
  return referenceAlone(withContains(withDependencies(withTuple(withDefinitions(withoutLaterWords(inside))))));
}

const LATER: ReadonlySet<string> = new Set([
  ...['unevaluatedItems', 'unevaluatedProperties', '$dynamicRef', '$dynamicAnchor', '$vocabulary', '$recursiveRef'],
]);

function withoutLaterWords({ $anchor: anchor, ...schema }: Keywords): Keywords {
  const kept = Object.entries(schema).filter(([keyword]) => !LATER.has(keyword));
  const isNamed = typeof anchor === 'string' && schema['$id'] === undefined;
  const version = schema['$schema'] === undefined ? {} : { $schema: 'http://json-schema.org/draft-07/schema#' };
  return { ...(isNamed ? { $id: `#${anchor}` } : {}), ...Object.fromEntries(kept), ...version };
}

function withDefinitions({ $defs, definitions, ...schema }: Keywords): Keywords {
  if ($defs === undefined && definitions === undefined) return schema;
  return { ...schema, definitions: { ...(definitions as object | undefined), ...($defs as object | undefined) } };
}

function withTuple({ prefixItems, items, ...schema }: Keywords): Keywords {
  if (prefixItems === undefined) return items === undefined ? schema : { ...schema, items };
  return { ...schema, items: prefixItems, ...(items === undefined ? {} : { additionalItems: items }) };
}

function withDependencies({ dependentRequired = {}, dependentSchemas = {}, ...schema }: Keywords): Keywords {
  const required = dependentRequired as Readonly<Record<string, readonly string[]>>;
  const schemas = dependentSchemas as Readonly<Record<string, AnySchema>>;
  const names = [...new Set([...Object.keys(required), ...Object.keys(schemas)])];
  if (names.length === 0) return schema;
  const both = names.map((name) => {
    const [needed, more] = [own(required, name), own(schemas, name)];
    return [
      name,
      needed === undefined ? more : more === undefined ? needed : { allOf: [{ required: needed }, more] },
    ] as const;
  });
  return {
    ...schema,
    dependencies: { ...(schema['dependencies'] as object | undefined), ...Object.fromEntries(both) },
  };
}

/** `contains` alone means at least one. */
function withContains({ minContains, maxContains: _most, ...schema }: Keywords): Keywords {
  if (minContains !== 0) return schema;
  const { contains: _contains, ...rest } = schema;
  return rest;
}

function own<T>(record: Readonly<Record<string, T>>, name: string): T | undefined {
  return Object.hasOwn(record, name) ? record[name] : undefined;
}
