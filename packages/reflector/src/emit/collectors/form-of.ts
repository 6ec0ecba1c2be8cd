import type { JsonSchema, JsonSchemaObject } from '@haft/schema';
import { implicitDiscriminator, literalsOf, tellsApart } from '@haft/schema';
import { typesOf } from '../predicates/type.js';
import { resolvePointer } from '../predicates/resolve-pointer.js';
import { reachableParts } from '../predicates/parts-of.js';

/** How a collector goes through a value. */
export type Form =
  /** There is nothing to break. */
  | { readonly kind: 'anything' }
  /** One test says whether all is right. */
  | { readonly kind: 'leaf' }
  | { readonly kind: 'object'; readonly schema: JsonSchemaObject }
  | { readonly kind: 'list'; readonly schema: JsonSchemaObject; readonly items: JsonSchema }
  | ({ readonly kind: 'union' } & Union)
  /** The walk knows best: what is rare, or refers to itself. */
  | { readonly kind: 'whole' };

/** A union in which the kind of a value, or a tag, tells the one branch that it can be. */
export interface Union {
  /** What objects may be: one branch, or one for each value of a tag. */
  readonly object: JsonSchemaObject | Tagged | undefined;
  /** What lists may be. */
  readonly list: JsonSchemaObject | undefined;
  /** What is left: all other values. */
  readonly rest: JsonSchemaObject;
}

/** Branches that a property tells apart. */
export interface Tagged {
  readonly tag: string;
  readonly branches: readonly {
    readonly values: readonly (string | number | boolean | null)[];
    readonly schema: JsonSchemaObject;
  }[];
}

/** The form of a schema whose references are followed. */
export function formOf(schema: JsonSchema, root: JsonSchemaObject): Form {
  if (schema === true) return ANYTHING;
  if (schema === false) return WHOLE;
  const inside = INSIDE.filter((keyword) => schema[keyword] !== undefined);
  if (inside.length === 0) return HERE.some((keyword) => schema[keyword] !== undefined) ? LEAF : ANYTHING;
  const types = typesOf(schema);
  if (inside.every((keyword) => OF_OBJECTS.has(keyword)) && types.includes('object')) return { kind: 'object', schema };
  if (inside.length === 1 && schema.items !== undefined && schema.items !== false && types.includes('array'))
    return { kind: 'list', schema, items: schema.items };
  const isUnion = inside.length === 1 && (schema.anyOf ?? schema.oneOf) !== undefined;
  if (!isUnion || HERE.some((keyword) => schema[keyword] !== undefined)) return WHOLE;
  return unionForm(schema, root);
}

/** What a schema that only refers stands for; the schema itself where it is more than that, or leads back to itself. */
export function followed(schema: JsonSchema, root: JsonSchemaObject): JsonSchema {
  let current = schema;
  for (let hops = 0; hops < MOST_HOPS; hops++) {
    if (typeof current === 'boolean' || current.$ref === undefined || !onlyRefers(current)) return current;
    const target = resolvePointer(root, current.$ref);
    if (target === undefined || leadsBack(target, root)) return current;
    current = target;
  }
  return current;
}

/** As many as the interpreting collector follows in a union. */
const MOST_HOPS = 8;

const ANYTHING: Form = { kind: 'anything' };
const LEAF: Form = { kind: 'leaf' };
const WHOLE: Form = { kind: 'whole' };

/** Keywords that look into the value, or at it through another schema. */
const INSIDE = [
  ...(['$ref', 'allOf', 'anyOf', 'oneOf', 'not', 'if', 'properties', 'required', 'additionalProperties'] as const),
  ...(['patternProperties', 'propertyNames', 'dependentRequired', 'items', 'prefixItems', 'contains'] as const),
] as const;

/** Keywords that look at the value alone. */
const HERE = [
  ...(['type', 'const', 'enum', 'minLength', 'maxLength', 'format', 'contentEncoding', 'pattern', 'minimum'] as const),
  ...(['exclusiveMinimum', 'maximum', 'exclusiveMaximum', 'multipleOf', 'minItems', 'maxItems'] as const),
  ...(['uniqueItems', 'minProperties', 'maxProperties'] as const),
] as const;

const OF_OBJECTS: ReadonlySet<string> = new Set(['properties', 'required', 'additionalProperties']);

/** A schema without what looks inside: what a value is asked for before anybody looks into it. */
export function outside(schema: JsonSchemaObject): JsonSchemaObject {
  return Object.fromEntries(
    HERE.filter((keyword) => schema[keyword] !== undefined).map((keyword) => [keyword, schema[keyword]]),
  );
}

function onlyRefers(schema: JsonSchemaObject): boolean {
  return ![...INSIDE, ...HERE].some((keyword) => keyword !== '$ref' && schema[keyword] !== undefined);
}

function leadsBack(target: JsonSchema, root: JsonSchemaObject): boolean {
  if (typeof target === 'boolean') return false;
  return (
    [...reachableParts(target, root)].some(
      (one) => one !== target && one.$ref !== undefined && resolvePointer(root, one.$ref) === target,
    ) ||
    (target.$ref !== undefined && resolvePointer(root, target.$ref) === target)
  );
}

function unionForm(schema: JsonSchemaObject, root: JsonSchemaObject): Form {
  const branches = (schema.anyOf ?? schema.oneOf ?? []).map((one) => followed(one, root));
  if (branches.every((one) => ['leaf', 'anything'].includes(formOf(one, root).kind))) return LEAF;
  const typed = branches.filter((one) => typeof one === 'object').filter((one) => typesOf(one).length > 0);
  if (typed.length < branches.length || typed.some((one) => one.$ref !== undefined)) return WHOLE;
  const [objects, lists] = [ofType(typed, 'object'), ofType(typed, 'array')];
  const rest = typed.filter((one) => !objects.includes(one) && !lists.includes(one));
  if (lists.length > 1 || rest.some((one) => formOf(one, root).kind !== 'leaf')) return WHOLE;
  if ([...objects, ...lists].some((one) => typesOf(one).length > 1)) return WHOLE;
  const object = objects.length < 2 ? objects[0] : taggedBy(schema.discriminator?.propertyName, objects);
  if (objects.length > 0 && object === undefined) return WHOLE;
  const rule = schema.anyOf === undefined ? 'oneOf' : 'anyOf';
  return { kind: 'union', object, list: lists[0], rest: { [rule]: rest } };
}

function ofType(branches: readonly JsonSchemaObject[], type: 'object' | 'array'): readonly JsonSchemaObject[] {
  return branches.filter((one) => typesOf(one).includes(type));
}

/** Branches that all require a property which tells them apart: the one that is named, or the first of that kind. */
function taggedBy(given: string | undefined, branches: readonly JsonSchemaObject[]): Tagged | undefined {
  const wrapped = branches.map((schema) => ({ schema }));
  const tag = given ?? implicitDiscriminator(wrapped);
  if (tag === undefined || !tellsApart(wrapped, tag)) return undefined;
  if (!branches.every((one) => one.required?.includes(tag) === true)) return undefined;
  return {
    tag,
    branches: wrapped.map((one) => ({
      schema: one.schema,
      values: (literalsOf(one, tag) ?? []) as readonly (string | number | boolean | null)[],
    })),
  };
}
