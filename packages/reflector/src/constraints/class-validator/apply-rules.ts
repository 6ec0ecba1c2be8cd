import type { JsonSchemaObject } from '@haft/schema';
import type { RuleMessages } from '../../model.js';
import type { Conflict } from '../conflict.js';
import { intersect, type Intersection } from '../intersect.js';
import type { PropertyRules } from './property-rules.js';

/** A property's schema with its rules. */
export interface AppliedRules {
  readonly schema: JsonSchemaObject;
  /** By identity of a schema object inside `schema`. */
  readonly messages: ReadonlyMap<JsonSchemaObject, RuleMessages>;
  /**
   * Whether the type and the rules contradict each other: no value passes both, or no item of a
   * list. Then the schema is that of the type.
   */
  readonly impossible: false | 'value' | 'items';
  /** Why, if it is impossible. */
  readonly conflict?: Conflict | undefined;
}

/** Tightens the schema of a property's type to the values that its rules allow. */
export function applyRules(schema: JsonSchemaObject, rules: PropertyRules): AppliedRules {
  const messages = new Map<JsonSchemaObject, RuleMessages>();
  const value = intersect(schema, rules.keywords, { exceptNull: rules.optional, nullable: rules.nullable });
  const items = tightenItems(value.schema, rules, messages);
  if (Object.keys(rules.messages).length > 0) blame(items.schema, rules.messages, messages);
  const conflict = value.impossible ? value.conflict : items.conflict;
  return {
    schema: items.schema,
    messages,
    impossible: value.impossible ? 'value' : items.impossible && 'items',
    conflict,
  };
}

type Tightened = Pick<Intersection, 'schema' | 'impossible' | 'conflict'>;

/** Tightens the items of an array, also inside a union with null. */
function tightenItems(
  schema: JsonSchemaObject,
  rules: PropertyRules,
  messages: Map<JsonSchemaObject, RuleMessages>,
): Tightened {
  if (Object.keys(rules.itemKeywords).length === 0) return { schema, impossible: false };
  if (schema.anyOf !== undefined) {
    const members = schema.anyOf.map((member): Tightened =>
      typeof member === 'object' ? tightenItems(member, rules, messages) : { schema: {}, impossible: false },
    );
    const anyOf = members.map((one) => one.schema);
    const misfit = members.find((one) => one.impossible);
    return { schema: { ...schema, anyOf }, impossible: misfit !== undefined, conflict: misfit?.conflict };
  }
  const isArray = schema.items !== undefined || [schema.type].flat().includes('array');
  if (!isArray) return { schema, impossible: false };
  const before = typeof schema.items === 'object' ? schema.items : {};
  const { schema: items, impossible, conflict } = intersect(before, rules.itemKeywords, { nullable: rules.nullable });
  if (Object.keys(rules.itemMessages).length > 0) blame(items, rules.itemMessages, messages);
  return { schema: { ...schema, items }, impossible, conflict };
}

/** Adds the messages to the keyword of a union and to those of its members. */
function blame(schema: JsonSchemaObject, texts: RuleMessages, messages: Map<JsonSchemaObject, RuleMessages>): void {
  const members = schema.anyOf ?? schema.oneOf;
  if (members === undefined) {
    messages.set(schema, texts);
    return;
  }
  const [first] = Object.values(texts);
  messages.set(schema, { ...texts, anyOf: first as string, oneOf: first as string });
  for (const member of members) if (typeof member === 'object') messages.set(member, texts);
}
