import { validates, type JsonSchemaObject, type JsonType, type JsonValue } from '@haft/schema';
import { emptyRange } from './contradictions.js';

/** Two facts about a value of which one excludes the other. */
export interface Conflict {
  /** A sentence that names both. */
  readonly text: string;
  /** The repair, if more is known than that one of them must change. */
  readonly fix?: string;
  /** The facts, if they are formats. */
  readonly formats?: readonly [ofType: string, wanted: string];
}

/** Returns the conflict of a schema with keywords that allow none of its types or values. */
export function conflictOfTypes(schema: JsonSchemaObject, keywords: JsonSchemaObject): Conflict {
  const values = valuesOf(schema);
  if (values !== undefined) return { text: `The constraints exclude ${listed(values.map(written), 'and')}.` };
  const wanted = valuesOf(keywords);
  if (wanted !== undefined)
    return { text: `The constraints allow only ${listed(wanted.map(written))}, which the type does not.` };
  return { text: `The type allows ${typesText(schema)}, but the constraints ask for ${typesText(keywords)}.` };
}

/** Returns the conflict between the keywords of a schema, or undefined if they have none. */
export function conflictIn(schema: JsonSchemaObject): Conflict | undefined {
  const range = emptyRange(schema);
  if (range !== undefined) return { text: `The bounds ${range} exclude each other.` };
  const all = [schema, ...(schema.allOf ?? []).filter((one) => typeof one === 'object')];
  return conflictOfFormats(all) ?? conflictOfItems(schema, all);
}

function conflictOfFormats(all: readonly JsonSchemaObject[]): Conflict | undefined {
  const formats = [...new Set(all.map((one) => one.format ?? '').filter((one) => DISJOINT_FORMATS.has(one)))];
  const pairs = formats.flatMap((one, index) => formats.slice(index + 1).map((other) => [one, other] as const));
  const [ofType, wanted] = pairs.find(([one, other]) => !OVERLAPPING.has(`${one} ${other}`)) ?? [];
  if (ofType === undefined || wanted === undefined) return undefined;
  return {
    text: `No text has the format '${ofType}' and the format '${wanted}'.`,
    fix: 'Remove one of the formats.',
    formats: [ofType, wanted],
  };
}

function conflictOfItems({ items }: JsonSchemaObject, all: readonly JsonSchemaObject[]): Conflict | undefined {
  if (typeof items !== 'object' || items.type === undefined) return undefined;
  if (asList(items.type).some((one) => one === 'object' || one === 'array')) return undefined;
  for (const { contains } of all) {
    const wanted = typeof contains === 'object' ? valuesOf(contains) : undefined;
    if (wanted === undefined || wanted.some((value) => validates(items, value))) continue;
    return {
      text: `The list must contain ${listed(wanted.map(written))}, but an item is ${itemText(items)}.`,
      fix: 'Give values that the items can have, or correct the type of the items.',
    };
  }
  return undefined;
}

/** Returns the values that a schema lists, or undefined if it lists none. */
export function valuesOf(schema: JsonSchemaObject): readonly JsonValue[] | undefined {
  return schema.const === undefined ? schema.enum : [schema.const];
}

/** Returns the types of a schema as a list. */
export function asList(type: JsonType | readonly JsonType[]): readonly JsonType[] {
  return typeof type === 'string' ? [type] : type;
}

function itemText(items: JsonSchemaObject): string {
  const values = valuesOf(items);
  return values === undefined ? `of the type ${typesText(items)}` : listed(values.map(written));
}

function typesText({ type }: JsonSchemaObject): string {
  return type === undefined ? 'other values' : listed(asList(type));
}

function written(value: JsonValue): string {
  const text = JSON.stringify(value);
  return text.length > 40 ? `${text.slice(0, 37)}...` : text;
}

function listed(texts: readonly string[], last = 'or'): string {
  const shown = texts.length > 5 ? [...texts.slice(0, 4), 'others'] : texts;
  return shown.length < 2 ? shown.join('') : `${shown.slice(0, -1).join(', ')} ${last} ${shown.at(-1)}`;
}

/** Formats of which no text has two, except for {@link OVERLAPPING}. */
const DISJOINT_FORMATS: ReadonlySet<string> = new Set([
  ...['date-time', 'date', 'time', 'duration', 'uuid', 'ipv4', 'ipv6', 'hostname', 'email', 'uri'],
]);

/** Pairs of formats that some texts have: `2026-01-31` is a host name, and `fe80::1` is a URI. */
const OVERLAPPING: ReadonlySet<string> = new Set(
  ['hostname date', 'hostname duration', 'hostname uuid', 'hostname ipv4', 'ipv6 uri'].flatMap((pair) => [
    pair,
    pair.split(' ').reverse().join(' '),
  ]),
);
