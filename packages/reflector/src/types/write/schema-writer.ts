import type { JsonSchema, JsonSchemaObject, JsonType, JsonValue } from '@haft/schema';
import { intersect, type Intersection } from '../../constraints/index.js';
import type { Revival, RuleMessages, TypeModel } from '../../model.js';
import {
  describedAs,
  type IndexNode,
  type LiteralsNode,
  type MapNode,
  type ObjectNode,
  type PropertyNode,
  type TupleNode,
  type TypeNode,
  type UnionNode,
} from '../model.js';
import { ts } from '../../program/typescript.js';
import { carryRevivals } from './carry-revivals.js';
import { datesAsDays } from './dates-as-days.js';
import { discriminatorOf } from './discriminator.js';
import { aliasesAt, namesByAlias } from './names-by-alias.js';
import { isRequired } from './is-required.js';
import type { SchemaHooks, TaggedPlace } from './schema-hooks.js';
import { planDefinitions } from './plan-definitions.js';

/** A schema with the run-time values of its parts, and the author's messages for invalid values. */
export type WrittenSchema = Pick<TypeModel, 'schema' | 'revivals' | 'messages' | 'aliases'>;

/**
 * Writes a node as draft 2020-12: compact, objects closed, properties in the order of their
 * declaration.
 */
export function writeSchema(root: TypeNode, hooks: SchemaHooks): WrittenSchema {
  return new SchemaWriter(root, hooks).write();
}

class SchemaWriter {
  private readonly definitions: ReadonlyMap<TypeNode, string>;
  private readonly revivals = new Map<JsonSchemaObject, Revival>();
  private readonly messages = new Map<JsonSchemaObject, RuleMessages>();
  private readonly aliases = new Map<object, Readonly<Record<string, string>>>();

  constructor(
    private readonly root: TypeNode,
    private readonly hooks: SchemaHooks,
  ) {
    this.definitions = planDefinitions(root);
  }

  write(): WrittenSchema {
    // The root is never a reference: providers need its `type` and `properties` at the top.
    const root = this.inline(this.root);
    const definitions: Record<string, JsonSchema> = {};
    for (const [node, name] of this.definitions) definitions[name] = this.inline(node);
    const schema = this.definitions.size === 0 ? root : this.moved(root, { ...root, $defs: definitions });
    return {
      schema,
      revivals: this.revivals,
      ...(this.messages.size === 0 ? {} : { messages: this.messages }),
      ...(this.aliases.size === 0 ? {} : { aliases: aliasesAt(schema, this.aliases) }),
    };
  }

  private refer(node: TypeNode): JsonSchemaObject {
    const name = this.definitions.get(node);
    return name === undefined ? this.inline(node) : { $ref: `#/$defs/${name}` };
  }

  private inline(node: TypeNode): JsonSchemaObject {
    const bare = this.bare(node);
    const schema = node.tagged === undefined ? bare : this.tagged(bare, node.tagged);
    return this.described(schema, describedAs(node.description, node));
  }

  private tagged(
    schema: JsonSchemaObject,
    { keywords, declaration }: NonNullable<TypeNode['tagged']>,
  ): JsonSchemaObject {
    const name = ts.getNameOfDeclaration(declaration)?.getText() ?? 'the type';
    const said = this.withKeywords(schema, keywords, { name, declaration });
    carryRevivals(schema, said, this.revivals);
    return said;
  }

  private withKeywords(schema: JsonSchemaObject, keywords: JsonSchemaObject, place: TaggedPlace): JsonSchemaObject {
    const { examples, deprecated, default: value, items, ...constraints } = keywords;
    const met = this.met(schema, constraints);
    if (met.impossible || met.unused.length > 0) this.hooks.misfit(place, met);
    const itemized = items === undefined ? met.schema : this.itemized(met.schema, items as JsonSchemaObject, place);
    const more = annotations({ examples, deprecated, default: value });
    return Object.keys(more).length === 0 ? itemized : { ...itemized, ...more };
  }

  private met(schema: JsonSchemaObject, keywords: JsonSchemaObject): Intersection {
    const days = this.hooks.revives && keywords.format === 'date' ? datesAsDays(schema, this.revivals) : schema;
    const met = intersect(days, keywords);
    if (days !== schema) carryRevivals(days, met.schema, this.revivals);
    return met;
  }

  private bare(node: TypeNode): JsonSchemaObject {
    switch (node.kind) {
      case 'leaf':
        return this.revived({ ...node.schema }, node.revival);
      case 'literals':
        return writeLiterals(node);
      case 'array': {
        const schema = { type: 'array' as const, items: this.refer(node.items.node) };
        return node.set ? this.revived({ ...schema, uniqueItems: true }, { kind: 'set' }) : schema;
      }
      case 'tuple':
        return this.tuple(node);
      case 'map':
        return this.map(node);
      case 'object':
        return this.object(node);
      case 'union':
        return this.union(node);
      case 'anything':
      case 'unsupported':
        return {};
    }
  }

  private tuple(node: TupleNode): JsonSchemaObject {
    const prefixItems = node.elements.map(({ type, name }) => {
      const schema = this.refer(type.node);
      return name === undefined || schema.description !== undefined ? schema : this.described(schema, name);
    });
    const required = node.elements.filter((element) => !element.optional).length;
    return {
      type: 'array',
      ...(prefixItems.length === 0 ? {} : { prefixItems }),
      items: node.rest === undefined ? false : this.refer(node.rest.node),
      ...(required === 0 ? {} : { minItems: required }),
      ...(node.rest === undefined ? { maxItems: node.elements.length } : {}),
    };
  }

  private map(node: MapNode): JsonSchemaObject {
    const values = this.refer(node.values.node);
    if (typeof node.keys !== 'string') {
      const pair = {
        type: 'array' as const,
        prefixItems: [this.refer(node.keys.node), values],
        items: false,
        minItems: 2,
        maxItems: 2,
      };
      return this.revived({ type: 'array', items: pair }, { kind: 'map', form: 'entries', keys: 'string' });
    }
    const names = node.keys === 'number' ? { propertyNames: { pattern: NUMBER_NAME } } : {};
    return this.revived(
      { type: 'object', additionalProperties: values, ...names },
      { kind: 'map', form: 'object', keys: node.keys },
    );
  }

  private object(node: ObjectNode): JsonSchemaObject {
    const named = node.properties.flatMap((one) => {
      const name = this.hooks.wireName(one, node);
      return name === undefined ? [] : [{ name, one }];
    });
    const properties = Object.fromEntries(named.map(({ name, one }) => [name, this.property(one, node)]));
    const aliases = namesByAlias(named, node, this.hooks);
    if (aliases !== undefined) this.aliases.set(properties, aliases);
    const required = named.filter(({ one }) => isRequired(one, node, this.hooks)).map(({ name }) => name);
    const schema: JsonSchemaObject = {
      type: 'object',
      ...(node.properties.length === 0 && node.indexes.length > 0 ? {} : { properties }),
      ...(required.length === 0 ? {} : { required }),
      ...this.indexes(node.indexes, node.properties.length === 0),
    };
    const { instanceOf } = node;
    return instanceOf === undefined ? schema : this.revived(schema, this.hooks.reviveClass({ ...node, instanceOf }));
  }

  private indexes(indexes: readonly IndexNode[], alone: boolean): JsonSchemaObject {
    const open = indexes.find((index) => index.pattern === undefined);
    const patterned = indexes.flatMap(({ pattern, values }) => (pattern === undefined ? [] : [{ pattern, values }]));
    const [only] = patterned;
    if (alone && open === undefined && patterned.length === 1 && only !== undefined) {
      return { additionalProperties: this.refer(only.values.node), propertyNames: { pattern: only.pattern } };
    }
    const patterns = patterned.map(({ pattern, values }) => [pattern, this.refer(values.node)] as const);
    return {
      ...(patterns.length === 0 ? {} : { patternProperties: Object.fromEntries(patterns) }),
      additionalProperties: open === undefined ? false : this.openValues(open.values.node),
    };
  }

  private openValues(node: TypeNode): JsonSchema {
    return node.kind === 'anything' ? true : this.refer(node);
  }

  private property(property: PropertyNode, owner: ObjectNode): JsonSchemaObject {
    let schema = this.refer(property.type.node);
    if (property.description !== undefined)
      schema = this.described(schema, describedAs(property.description, property.type.node));
    schema = this.constrained(schema, property, owner);
    const { default: value } = property;
    return value === undefined ? schema : this.moved(schema, { ...schema, default: value });
  }

  private constrained(schema: JsonSchemaObject, property: PropertyNode, owner: ObjectNode): JsonSchemaObject {
    const tagged = this.withKeywords(schema, property.keywords, property);
    const rules = this.hooks.constrainProperty(tagged, property, owner);
    const ruled = rules?.schema ?? tagged;
    for (const [place, texts] of rules?.messages ?? []) this.messages.set(place, texts);
    carryRevivals(schema, ruled, this.revivals);
    return ruled;
  }

  private itemized(schema: JsonSchemaObject, keywords: JsonSchemaObject, place: TaggedPlace): JsonSchemaObject {
    const { items } = schema;
    const met = typeof items === 'object' ? this.met(items, keywords) : undefined;
    if (met !== undefined && !met.impossible && met.unused.length === 0) return { ...schema, items: met.schema };
    this.hooks.misfit(place, met === undefined ? { impossible: false, unused: ['items'] } : { ...met, ofItems: true });
    return schema;
  }

  private union(node: UnionNode): JsonSchemaObject {
    const members = node.members.map((one) => one.node);
    const isNull = (one: TypeNode): boolean => one.kind === 'leaf' && one.schema.type === 'null';
    const values = members.filter((one) => !isNull(one));
    const discriminator = discriminatorOf(values);
    if (discriminator !== undefined) {
      const schema: JsonSchemaObject = {
        oneOf: values.map((one) => this.refer(one)),
        discriminator: { propertyName: discriminator },
      };
      return values.length === members.length ? schema : { anyOf: [schema, { type: 'null' }] };
    }
    const schemas = members.map((one) => this.refer(one));
    return mergedTypes(schemas, this.revivals) ?? { anyOf: schemas };
  }

  private described(schema: JsonSchemaObject, description: string | undefined): JsonSchemaObject {
    return description === undefined ? schema : this.moved(schema, { ...schema, description });
  }

  /** Copies the facts about a schema to its copy. */
  private moved(from: JsonSchemaObject, to: JsonSchemaObject): JsonSchemaObject {
    move(this.revivals, from, to);
    move(this.messages, from, to);
    return to;
  }

  private revived(schema: JsonSchemaObject, revival: Revival | undefined): JsonSchemaObject {
    if (revival !== undefined) this.revivals.set(schema, revival);
    return schema;
  }
}

function move<T>(said: Map<JsonSchemaObject, T>, from: JsonSchemaObject, to: JsonSchemaObject): void {
  const value = said.get(from);
  if (from === to || value === undefined) return;
  said.delete(from);
  said.set(to, value);
}

/** Returns the annotations without undefined values. */
function annotations(said: object): JsonSchemaObject {
  return Object.fromEntries(Object.entries(said).filter(([, value]) => value !== undefined));
}

/** The pattern of a number as a property name. */
const NUMBER_NAME = '^-?(?:0|[1-9]\\d*)(?:\\.\\d+)?$';

function writeLiterals({ values }: LiteralsNode): JsonSchemaObject {
  const [first] = values;
  if (values.length === 1 && first !== undefined) return { const: first };
  const types = [...new Set(values.map(typeOf))];
  const [only] = types;
  return { ...(types.length === 1 && only !== undefined ? { type: only } : { type: types }), enum: values };
}

function typeOf(value: JsonValue): JsonType {
  return value === null ? 'null' : (typeof value as JsonType);
}

/** Merges `string | number | null` into a list of types, if the schemas have nothing but types. */
function mergedTypes(
  schemas: readonly JsonSchemaObject[],
  revivals: ReadonlyMap<JsonSchemaObject, Revival>,
): JsonSchemaObject | undefined {
  if (schemas.some((one) => revivals.has(one))) return undefined;
  const withMore = schemas.filter((one) => Object.keys(one).some((keyword) => keyword !== 'type'));
  if (withMore.length > 0) return nullable(schemas);
  const types = [...new Set(schemas.map((one) => one.type).flat())];
  if (types.includes(undefined)) return undefined;
  // One type remains of `boolean | undefined`, which is a union in the checker.
  const [only, ...others] = types as [JsonType, ...JsonType[]];
  return { type: others.length === 0 ? only : [only, ...others] };
}

/**
 * Merges `'a' | 'b' | null` into a choice, or `null` into one schema of one type, without branches.
 */
function nullable(schemas: readonly JsonSchemaObject[]): JsonSchemaObject | undefined {
  const rest = schemas.filter((one) => !(one.type === 'null' && Object.keys(one).length === 1));
  const [only] = rest;
  if (rest.length !== 1 || rest.length === schemas.length || only === undefined) return undefined;
  if (typeof only.type !== 'string' || only.enum !== undefined || only.type === 'object' || only.type === 'array')
    return undefined;
  return { ...only, type: [only.type, 'null'] };
}
