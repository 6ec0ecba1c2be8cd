import type { JsonSchemaObject } from '@haft/schema';
import type { PropertyAliases } from '@haft/schema/compatibility';
import { RESERVED_NAMES } from '../read/reserved-name.js';
import type { ObjectNode, PropertyNode } from '../model.js';
import type { SchemaHooks } from './schema-hooks.js';
import { visitPointers } from './schema-pointers.js';

/** A property with its name in JSON. */
interface NamedProperty {
  readonly name: string;
  readonly one: PropertyNode;
}

/**
 * Returns the names of the properties of an object by their aliases, or undefined if there are
 * none. Reports an alias that does not certainly mean one property.
 */
export function namesByAlias(
  named: readonly NamedProperty[],
  { indexes }: ObjectNode,
  hooks: Pick<SchemaHooks, 'misnamed'>,
): Readonly<Record<string, string>> | undefined {
  if (named.every(({ one }) => one.aliases === undefined)) return undefined;
  const names = new Set(named.map(({ name }) => name));
  const found = new Map<string, string>();
  for (const { name, one } of named) {
    for (const alias of one.aliases ?? []) {
      const problem = problemOf(alias, names, found) ?? (indexes.length > 0 ? 'may be any other property' : undefined);
      if (problem === undefined) found.set(alias, name);
      else hooks.misnamed?.(one, alias, problem);
    }
  }
  return found.size === 0 ? undefined : Object.fromEntries(found);
}

function problemOf(alias: string, names: ReadonlySet<string>, found: ReadonlyMap<string, string>): string | undefined {
  if (alias === '') return 'has no name';
  if (RESERVED_NAMES.has(alias)) return 'is a name that Haft rejects in every call';
  if (names.has(alias)) return 'is also the name of a property';
  const other = found.get(alias);
  return other === undefined ? undefined : `is also an alias of '${other}'`;
}

/**
 * Returns the names by alias, by JSON pointer of the schema of their object.
 *
 * @param aliases - the names by alias, by the `properties` in the schema
 */
export function aliasesAt(
  schema: JsonSchemaObject,
  aliases: ReadonlyMap<object, Readonly<Record<string, string>>>,
): PropertyAliases {
  const found: Record<string, Readonly<Record<string, string>>> = {};
  visitPointers(schema, (one, pointer) => {
    const { properties } = one as JsonSchemaObject;
    const names = properties && aliases.get(properties);
    if (names !== undefined) found[pointer] = names;
  });
  return found;
}
