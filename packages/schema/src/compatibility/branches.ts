import { sameJson } from '../values/same-json.js';
import type { JsonSchema, JsonSchemaObject } from '../json-schema.js';
import { ownEntry } from '../values/own-entry.js';
import { saysNothing } from './compare-texts.js';

/** Returns the branches of a schema that is only a union. A list of types counts as one. */
export function branchesOf(schema: JsonSchemaObject): readonly JsonSchema[] | undefined {
  const branches = schema.anyOf ?? schema.oneOf;
  if (branches !== undefined) {
    const others = Object.keys(schema).filter((key) => !saysNothing(key));
    return others.length === 1 ? branches : undefined;
  }
  const { type, ...rest } = schema;
  if (typeof type === 'string' || type === undefined) return undefined;
  return type.map((one) => ({ ...rest, type: one }));
}

/** Returns the types and the tags of a branch. Branches of one form are versions of each other. */
export function formOf(schema: JsonSchema): string {
  if (typeof schema === 'boolean') return String(schema);
  const types = typeof schema.type === 'string' ? schema.type : (schema.type ?? []).join();
  const tags = Object.entries(schema.properties ?? {}).flatMap(([name, one]) =>
    typeof one === 'object' && one.const !== undefined ? [`${name}=${JSON.stringify(one.const)}`] : [],
  );
  return [types, ...tags.sort()].join(' ');
}

/**
 * Returns whether two schemas provably share no value: their types differ, or a tag that both
 * require.
 */
export function disjoint(one: JsonSchema, other: JsonSchema): boolean {
  if (one === false || other === false) return true;
  if (one === true || other === true) return false;
  const [types, otherTypes] = [one, other].map(kindsOf);
  if (types !== undefined && otherTypes !== undefined && types.every((type) => !otherTypes.includes(type))) return true;
  return Object.entries(one.properties ?? {}).some(([name, schema]) => {
    const counterpart = ownEntry(other.properties, name);
    const required = one.required?.includes(name) === true && other.required?.includes(name) === true;
    if (!required || one.type !== 'object' || other.type !== 'object') return false;
    if (typeof schema === 'boolean' || typeof counterpart !== 'object') return false;
    return schema.const !== undefined && counterpart.const !== undefined && !sameJson(schema.const, counterpart.const);
  });
}

/** Returns the types of a schema, with `number` for `integer`. */
export function kindsOf({ type }: JsonSchemaObject): readonly string[] | undefined {
  const types = typeof type === 'string' ? [type] : type;
  return types?.map((one) => (one === 'integer' ? 'number' : one));
}
