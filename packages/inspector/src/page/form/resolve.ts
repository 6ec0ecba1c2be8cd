import type { JsonSchemaObject } from '@haft/schema';
import { referenceChain, resolverOf } from '@haft/schema/internal';
import type { Json, Schema } from '../types.js';

/**
 * Returns the schema that a reference leads to, with the keywords next to the reference. An unknown
 * one leads to any value.
 */
export function resolved(schema: Schema | boolean | undefined, root: Schema): Schema {
  if (typeof schema !== 'object') return {};
  const chain = referenceChain(schema as JsonSchemaObject, resolverOf(root as JsonSchemaObject));
  const { $ref: _ref, ...whole } = Object.assign({}, ...[...chain].reverse()) as Schema;
  return whole;
}

/** Returns the branches of a union. Empty if it is not one. */
export function branchesOf(schema: Schema, root: Schema): readonly Schema[] {
  const branches = schema.anyOf ?? schema.oneOf;
  if (branches !== undefined) return branches.map((one) => resolved(one, root));
  return Array.isArray(schema.type) ? (schema.type as readonly string[]).map((type) => ({ ...schema, type })) : [];
}

/** Returns the name of a branch: its tag, its title or its type. */
export function branchName(schema: Schema, index: number): string {
  const tag = Object.entries(schema.properties ?? {}).find(([, one]) => one.const !== undefined);
  if (tag !== undefined) return `${tag[0]}: ${JSON.stringify(tag[1].const)}`;
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  return schema.title ?? (typeof schema.type === 'string' ? schema.type : `branch ${index + 1}`);
}

/** Returns the branch that a value belongs to: the first that fits best. */
export function branchOf(branches: readonly Schema[], value: Json | undefined): number {
  const scores = branches.map((branch) => score(branch, value));
  return Math.max(0, scores.indexOf(Math.max(...scores)));
}

function score(branch: Schema, value: Json | undefined): number {
  if (branch.const !== undefined) return JSON.stringify(branch.const) === JSON.stringify(value) ? 10 : 0;
  if (branch.enum !== undefined) return branch.enum.includes(value ?? null) ? 10 : 0;
  if (branch.type === undefined) return 1;
  if (branch.type !== typeOf(value) && !(branch.type === 'number' && typeOf(value) === 'integer')) return 0;
  if (branch.type !== 'object') return 5;
  const object = value as Readonly<Record<string, Json>>;
  const tags = Object.entries(branch.properties ?? {}).filter(([, one]) => one.const !== undefined);
  const right = tags.filter(([key, one]) => object[key] === one.const).length;
  return 5 + right * 10 - (tags.length - right);
}

/** Returns the type of a value, as JSON Schema names it. */
export function typeOf(value: Json | undefined): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  if (typeof value === 'number') return Number.isInteger(value) ? 'integer' : 'number';
  return typeof value;
}

/** Returns a first value of a schema, for a new property or item. */
export function firstValue(given: Schema | boolean | undefined, root: Schema, depth = 0): Json {
  const schema = resolved(given, root);
  if (schema.default !== undefined) return schema.default;
  if (schema.const !== undefined) return schema.const;
  if (schema.enum?.[0] !== undefined) return schema.enum[0];
  const [branch] = branchesOf(schema, root);
  if (branch !== undefined && depth < 8) return firstValue(branch, root, depth + 1);
  switch (schema.type) {
    case 'string':
      return '';
    case 'number':
    case 'integer':
      return schema.minimum ?? 0;
    case 'boolean':
      return false;
    case 'array':
      return [];
    case 'null':
      return null;
    default:
      return Object.fromEntries(
        depth > 8
          ? []
          : (schema.required ?? []).map((key) => [key, firstValue(schema.properties?.[key], root, depth + 1)]),
      );
  }
}
