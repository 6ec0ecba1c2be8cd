/** `dependentRequired`. */
import { isObject } from '../values/is-object.js';
import { ownValue, type JsonObject } from '../values/own-value.js';
import type { SchemaNode } from '../check/schema-node.js';
import type { Walk } from '../check/walk.js';
import { isNames } from './argument-rules.js';
import type * as Aspect from './keyword.js';
import { reportMissing } from './properties/report-names.js';
import { ownEntry } from '../values/own-entry.js';

export const keyword: Aspect.Keywords<'dependentRequired'> = {
  dependentRequired: {
    argument: {
      kind: 'an object of lists of names',
      accepts: (argument) => isObject(argument) && Object.values(argument).every(isNames),
    },
    types: ['object'],
  },
};

export const check: Aspect.Checks<'dependentRequired'> = {
  dependentRequired: {
    applicators: ({ dependentRequired = {}, properties = {} }, { source }) =>
      Object.entries(dependentRequired).map(([key, needed]) =>
        dependent(key, needed, (name) =>
          Object.hasOwn(properties, name) ? source.nodeOf(properties[name] ?? true) : undefined,
        ),
      ),
  },
};

export const analysis: Aspect.Analyses<'dependentRequired'> = {
  dependentRequired: {
    narrows: (plan, names) => void (plan.dependentRequired = names),
    comparison: { test: true },
    merging: 'apart',
  },
};

function dependent(key: string, needed: readonly string[], nodeOf: (name: string) => SchemaNode | undefined) {
  return (value: JsonObject, walk: Walk): boolean => {
    if (ownValue(value, key) === undefined) return true;
    const missing = needed.filter((other) => ownValue(value, other) === undefined);
    for (const other of missing) reportMissing(other, nodeOf(other), 'dependentRequired', walk);
    return missing.length === 0;
  };
}

/** Writes `dependencies`, the keyword of draft 07 for required names and for schemas. */
export function withDependencies({
  dependentRequired = {},
  dependentSchemas = {},
  ...schema
}: Record<string, unknown>): Record<string, unknown> {
  const [required, schemas] = [dependentRequired, dependentSchemas] as Readonly<Record<string, unknown>>[];
  const names = [...new Set([...Object.keys(required ?? {}), ...Object.keys(schemas ?? {})])];
  if (names.length === 0) return schema;
  const both = names.map((name) => {
    const [needed, more] = [ownEntry(required, name), ownEntry(schemas, name)];
    const all = needed === undefined ? more : more === undefined ? needed : { allOf: [{ required: needed }, more] };
    return [name, all] as const;
  });
  return {
    ...schema,
    dependencies: { ...(schema['dependencies'] as object | undefined), ...Object.fromEntries(both) },
  };
}
