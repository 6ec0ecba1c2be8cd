import type { JsonSchema } from '../json-schema.js';
import { keysOfPointer, schemaAt } from '../references/resolve.js';
import { ownEntry } from '../values/own-entry.js';
import type { ComparedDefinition, DefinitionChange, PropertyAliases } from './definition-change.js';
import { toolChange } from './tool-change.js';

/** Names of properties by alias, by the `properties` of their object. */
export type AliasedProperties = ReadonlyMap<object, Readonly<Record<string, string>>>;

/** Finds the objects in a schema that have aliases. */
export function aliasedProperties(schema: JsonSchema, aliases: PropertyAliases = {}): AliasedProperties {
  const found = new Map<object, Readonly<Record<string, string>>>();
  for (const [pointer, names] of Object.entries(aliases)) {
    const properties = propertiesAt(schema, pointer);
    if (properties !== undefined) found.set(properties, names);
  }
  return found;
}

/** Compares the aliases of properties. A property may have the name of its old alias now. */
export function compareAliases(old: ComparedDefinition, now: ComparedDefinition): readonly DefinitionChange[] {
  const gone = aliasesWithout(old, now).map((text) => toolChange(old.name, 'breaking', `${text} is gone`));
  const added = aliasesWithout(now, old).map((text) => toolChange(old.name, 'compatible', `${text} is new`));
  return [...gone, ...added];
}

/** Returns the aliases of a tool that are neither aliases nor properties of the other one. */
function aliasesWithout({ propertyAliases = {} }: ComparedDefinition, other: ComparedDefinition): readonly string[] {
  return Object.entries(propertyAliases).flatMap(([pointer, names]) => {
    const known = ownEntry(other.propertyAliases, pointer);
    const properties = propertiesAt(other.parameters, pointer);
    return Object.entries(names)
      .filter(([alias]) => ownEntry(known, alias) === undefined && ownEntry(properties, alias) === undefined)
      .map(([alias, name]) => `the alias ${alias} of ${name}`);
  });
}

function propertiesAt(schema: JsonSchema, pointer: string): Readonly<Record<string, JsonSchema>> | undefined {
  const object = schemaAt(schema, keysOfPointer(pointer));
  return typeof object === 'object' ? object.properties : undefined;
}
