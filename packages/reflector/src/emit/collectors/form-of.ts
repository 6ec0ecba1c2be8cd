import type { JsonSchema, JsonSchemaObject } from '@haft/schema';
import {
  implicitDiscriminator,
  literalsOf,
  referenceChain,
  resolverOf,
  targetOf,
  tellsApart,
  type KeywordName,
} from '@haft/schema/internal';
import { typesOf } from '../predicates/type.js';
import { reachableParts } from '../predicates/parts-of.js';

/** The way in which a collector visits a value. */
export type Form =
  /** No value breaks the schema. */
  | { readonly kind: 'anything' }
  /** One test decides everything. */
  | { readonly kind: 'leaf' }
  | { readonly kind: 'object'; readonly schema: JsonSchemaObject }
  | { readonly kind: 'list'; readonly schema: JsonSchemaObject; readonly items: JsonSchema }
  | ({ readonly kind: 'union' } & Union)
  /** The walk interprets the schema: it is rare, or refers to itself. */
  | { readonly kind: 'whole' };

/** A union in which the kind of a value, or a tag, selects the one possible branch. */
export interface Union {
  /** The branch for objects, or one branch for each value of a tag. */
  readonly object: JsonSchemaObject | Tagged | undefined;
  /** The branch for lists. */
  readonly list: JsonSchemaObject | undefined;
  /** The branches for all other values. */
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

/** Returns the form of a schema whose references are already followed. */
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

/**
 * Returns the target of a schema that only refers. Returns the schema itself if it has more
 * keywords, or leads back to itself.
 */
export function followed(schema: JsonSchema, root: JsonSchemaObject): JsonSchema {
  const chain = referenceChain(schema, resolverOf(root));
  const isEnd = (one: JsonSchema, next: JsonSchema | undefined): boolean =>
    typeof one === 'boolean' || !onlyRefers(one) || next === undefined || leadsBack(next, root);
  return chain.find((one, index) => isEnd(one, chain[index + 1])) ?? schema;
}

const ANYTHING: Form = { kind: 'anything' };
const LEAF: Form = { kind: 'leaf' };
const WHOLE: Form = { kind: 'whole' };

/**
 * How each keyword checks: `here` the value alone, `inside` it, or with another schema. `nowhere`:
 * by itself it checks nothing.
 */
const PLACES: Readonly<Record<KeywordName, 'inside' | 'here' | 'nowhere'>> = {
  ...{ $ref: 'inside', allOf: 'inside', anyOf: 'inside', oneOf: 'inside', not: 'inside', if: 'inside' },
  ...{ properties: 'inside', required: 'inside', additionalProperties: 'inside', patternProperties: 'inside' },
  ...{ propertyNames: 'inside', dependentRequired: 'inside' },
  ...{ items: 'inside', prefixItems: 'inside', contains: 'inside' },
  ...{ type: 'here', const: 'here', enum: 'here' },
  ...{ minLength: 'here', maxLength: 'here', format: 'here', contentEncoding: 'here', pattern: 'here' },
  ...{ minimum: 'here', exclusiveMinimum: 'here', maximum: 'here', exclusiveMaximum: 'here', multipleOf: 'here' },
  ...{ minItems: 'here', maxItems: 'here', uniqueItems: 'here', minProperties: 'here', maxProperties: 'here' },
  ...{ $defs: 'nowhere', discriminator: 'nowhere', then: 'nowhere', else: 'nowhere' },
  ...{ minContains: 'nowhere', maxContains: 'nowhere', contentMediaType: 'nowhere' },
  ...{ title: 'nowhere', description: 'nowhere', default: 'nowhere', examples: 'nowhere' },
  ...{ deprecated: 'nowhere', readOnly: 'nowhere', writeOnly: 'nowhere' },
};

const NAMES = Object.keys(PLACES) as readonly KeywordName[];
const INSIDE = NAMES.filter((keyword) => PLACES[keyword] === 'inside');
const HERE = NAMES.filter((keyword) => PLACES[keyword] === 'here');

const OF_OBJECTS: ReadonlySet<string> = new Set(['properties', 'required', 'additionalProperties']);

/** Returns a schema without the keywords that visit the inside of the value. */
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
  // The target is one of the parts.
  return [...reachableParts(target, root)].some((one) => targetOf(one, resolverOf(root)) === target);
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

/**
 * Returns branches that all require a property that tells them apart: the given property, or the
 * first suitable one.
 */
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
