import type { JsonSchema, JsonSchemaObject, JsonType, JsonValue } from '../json-schema.js';
import type { DefinitionNames } from './definition-names.js';
import { impliedType } from './said.js';

/** Types that stand for themselves in what is written here. */
export const USED_TYPES: readonly string[] = ['Record', 'Promise'];

/**
 * The type of a schema in TypeScript. What TypeScript cannot say (ranges, patterns, formats) is left out.
 *
 * @param indent - of the line on which the type begins
 */
export function typeOf(schema: JsonSchema, names: DefinitionNames, indent: string): string {
  if (typeof schema === 'boolean') return schema ? 'unknown' : 'never';
  const parts = [...combined(schema, names, indent), ...ownType(schema, names, indent)];
  if (parts.length === 0) return 'unknown';
  return parts.length === 1 ? (parts[0] ?? 'unknown') : parts.map(bracketed).join(' & ');
}

/** The parts that a value must match all of. */
function combined(schema: JsonSchemaObject, names: DefinitionNames, indent: string): string[] {
  const union = (branches: readonly JsonSchema[]) => unionOf(branches.map((branch) => typeOf(branch, names, indent)));
  return [
    ...(schema.$ref === undefined ? [] : [names.of(schema.$ref)]),
    ...(schema.allOf ?? []).map((part) => typeOf(part, names, indent)),
    ...(schema.anyOf === undefined ? [] : [union(schema.anyOf)]),
    ...(schema.oneOf === undefined ? [] : [union(schema.oneOf)]),
  ].filter((part) => part !== 'unknown');
}

function ownType(schema: JsonSchemaObject, names: DefinitionNames, indent: string): string[] {
  if (schema.const !== undefined) return [literal(schema.const)];
  if (schema.enum !== undefined) return [unionOf(schema.enum.map(literal))];
  const types = schema.type ?? impliedType(schema);
  if (types === undefined) return [];
  return [unionOf([types].flat().map((type) => typeOfKind(type, schema, names, indent)))];
}

function typeOfKind(type: JsonType, schema: JsonSchemaObject, names: DefinitionNames, indent: string): string {
  if (type === 'integer') return 'number';
  if (type === 'array') return arrayType(schema, names, indent);
  return type === 'object' ? objectType(schema, names, indent) : type;
}

function arrayType({ items, prefixItems, minItems }: JsonSchemaObject, names: DefinitionNames, indent: string): string {
  const item = items === undefined ? 'unknown' : typeOf(items, names, indent);
  if (prefixItems === undefined) return `${bracketed(item)}[]`;
  const required = minItems ?? 0;
  const elements = prefixItems.map((one, index) => {
    const element = typeOf(one, names, indent);
    return index < required ? element : `${bracketed(element)}?`;
  });
  return `[${[...elements, ...(items === false ? [] : [`...${bracketed(item)}[]`])].join(', ')}]`;
}

function objectType(schema: JsonSchemaObject, names: DefinitionNames, indent: string): string {
  const { properties = {}, required = [], additionalProperties } = schema;
  const inner = `${indent}  `;
  const members = Object.entries(properties).map(([key, property]) => {
    const comment = typeof property === 'boolean' ? '' : commentOf(property, inner);
    const mark = required.includes(key) ? '' : '?';
    return `${comment}${inner}${propertyName(key)}${mark}: ${typeOf(property, names, inner)};\n`;
  });
  if (members.length === 0) return recordType(additionalProperties, names, indent);
  // Properties must fit an index signature, which those of JSON Schema need not: unknown fits all.
  const open = additionalProperties !== undefined && additionalProperties !== false;
  return `{\n${members.join('')}${open ? `${inner}[key: string]: unknown;\n` : ''}${indent}}`;
}

function recordType(values: JsonSchema | undefined, names: DefinitionNames, indent: string): string {
  return values === false ? 'Record<string, never>' : `Record<string, ${typeOf(values ?? true, names, indent)}>`;
}

function unionOf(types: readonly string[]): string {
  const different = [...new Set(types)];
  if (different.length === 0) return 'never';
  return different.length === 1
    ? different.join('')
    : different.map((type) => (type.includes(' & ') ? `(${type})` : type)).join(' | ');
}

/** A union or an intersection in brackets, to stand before `[]` or `&`. */
function bracketed(type: string): string {
  return joinsTypes(type) ? `(${type})` : type;
}

/** Whether `|` or `&` joins types; what stands in brackets, texts and comments joins nothing here. */
function joinsTypes(type: string): boolean {
  let depth = 0;
  for (let at = 0; at < type.length; at++) {
    const character = type.charAt(at);
    if (character === '"') at = endOfText(type, at);
    else if (type.startsWith('/*', at)) at = type.indexOf('*/', at) + 1;
    else if ('{[(<'.includes(character)) depth++;
    else if ('}])>'.includes(character)) depth--;
    else if (depth === 0 && (character === '|' || character === '&')) return true;
  }
  return false;
}

/** The quotation mark that ends what begins with one. */
function endOfText(type: string, start: number): number {
  let at = start + 1;
  while (type.charAt(at) !== '"') at += type.charAt(at) === '\\' ? 2 : 1;
  return at;
}

function literal(value: JsonValue): string {
  if (Array.isArray(value)) return `[${value.map(literal).join(', ')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const members = Object.entries(value as Record<string, JsonValue>).map(
    ([key, one]) => `${propertyName(key)}: ${literal(one)}`,
  );
  return members.length === 0 ? 'Record<string, never>' : `{ ${members.join('; ')} }`;
}

function propertyName(key: string): string {
  return /^[\p{ID_Start}$_][\p{ID_Continue}$]*$/u.test(key) ? key : JSON.stringify(key);
}

/** The description, the default and the deprecation of a schema as a comment of its own lines; empty where there are none. */
export function commentOf({ description, default: standard, deprecated }: JsonSchemaObject, indent: string): string {
  const lines = description === undefined || description === '' ? [] : description.split('\n');
  if (standard !== undefined) lines.push(`@defaultValue ${JSON.stringify(standard)}`);
  if (deprecated) lines.push('@deprecated');
  const safe = lines.map((line) => line.trimEnd().replaceAll('*/', '*\\/'));
  if (safe.length === 0) return '';
  if (safe.length === 1) return `${indent}/** ${safe.join('')} */\n`;
  return `${indent}/**\n${safe.map((line) => `${indent} *${line === '' ? '' : ` ${line}`}\n`).join('')}${indent} */\n`;
}
