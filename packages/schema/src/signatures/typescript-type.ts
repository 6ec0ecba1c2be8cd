import type { JsonSchema, JsonSchemaObject, JsonType, JsonValue } from '../json-schema.js';
import type { DefinitionNames } from './definition-names.js';
import { impliedType } from './said.js';

/** Types with a fixed meaning in the written code. */
export const USED_TYPES: readonly string[] = ['Record', 'Promise'];

/** Names and words that types use. */
export interface TypeContext {
  readonly names: DefinitionNames;
  /** The type of a value without a schema. */
  readonly anything: 'unknown' | 'any';
}

/**
 * Writes the type of a schema in TypeScript. TypeScript cannot express ranges, patterns and
 * formats, so the type leaves them out.
 *
 * @param indent - the indent of the line with the start of the type
 */
export function typeOf(schema: JsonSchema, context: TypeContext, indent: string): string {
  if (typeof schema === 'boolean') return schema ? context.anything : 'never';
  const parts = [...combined(schema, context, indent), ...ownType(schema, context, indent)];
  if (parts.length === 0) return context.anything;
  return parts.length === 1 ? (parts[0] ?? context.anything) : parts.map(bracketed).join(' & ');
}

/** Returns the types that a value must all match. */
function combined(schema: JsonSchemaObject, context: TypeContext, indent: string): string[] {
  const union = (branches: readonly JsonSchema[]) => unionOf(branches.map((branch) => typeOf(branch, context, indent)));
  return [
    ...(schema.$ref === undefined ? [] : [context.names.of(schema.$ref)]),
    ...(schema.allOf ?? []).map((part) => typeOf(part, context, indent)),
    ...(schema.anyOf === undefined ? [] : [union(schema.anyOf)]),
    ...(schema.oneOf === undefined ? [] : [union(schema.oneOf)]),
  ].filter((part) => part !== context.anything);
}

function ownType(schema: JsonSchemaObject, context: TypeContext, indent: string): string[] {
  if (schema.const !== undefined) return [literal(schema.const)];
  if (schema.enum !== undefined) return [unionOf(schema.enum.map(literal))];
  const types = schema.type ?? impliedType(schema);
  if (types === undefined) return [];
  return [unionOf([types].flat().map((type) => typeOfKind(type, schema, context, indent)))];
}

function typeOfKind(type: JsonType, schema: JsonSchemaObject, context: TypeContext, indent: string): string {
  if (type === 'integer') return 'number';
  if (type === 'array') return arrayType(schema, context, indent);
  return type === 'object' ? objectType(schema, context, indent) : type;
}

function arrayType({ items, prefixItems, minItems }: JsonSchemaObject, context: TypeContext, indent: string): string {
  const item = items === undefined ? context.anything : typeOf(items, context, indent);
  if (prefixItems === undefined) return `${bracketed(item)}[]`;
  const required = minItems ?? 0;
  const elements = prefixItems.map((one, index) => {
    const element = typeOf(one, context, indent);
    return index < required ? element : `${bracketed(element)}?`;
  });
  return `[${[...elements, ...(items === false ? [] : [`...${bracketed(item)}[]`])].join(', ')}]`;
}

function objectType(schema: JsonSchemaObject, context: TypeContext, indent: string): string {
  const { properties = {}, required = [], additionalProperties } = schema;
  const inner = `${indent}  `;
  const members = Object.entries(properties).map(([key, property]) => {
    const comment = typeof property === 'boolean' ? '' : commentOf(property, inner);
    const mark = required.includes(key) ? '' : '?';
    return `${comment}${inner}${propertyName(key)}${mark}: ${typeOf(property, context, inner)};\n`;
  });
  if (members.length === 0) return recordType(additionalProperties, context, indent);
  // Properties must be assignable to an index signature. In JSON Schema they need not be, so it
  // is not the schema of the other properties.
  const open = additionalProperties !== undefined && additionalProperties !== false;
  return `{\n${members.join('')}${open ? `${inner}[key: string]: ${context.anything};\n` : ''}${indent}}`;
}

function recordType(values: JsonSchema | undefined, context: TypeContext, indent: string): string {
  return values === false ? 'Record<string, never>' : `Record<string, ${typeOf(values ?? true, context, indent)}>`;
}

function unionOf(types: readonly string[]): string {
  const different = [...new Set(types)];
  if (different.length === 0) return 'never';
  return different.length === 1
    ? different.join('')
    : different.map((type) => (type.includes(' & ') ? `(${type})` : type)).join(' | ');
}

/** Puts a union or an intersection in brackets, for use with `[]` or `&`. */
function bracketed(type: string): string {
  return joinsTypes(type) ? `(${type})` : type;
}

/** Returns whether `|` or `&` joins types outside brackets, strings and comments. */
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

/** Returns the position of the quotation mark that ends a string. */
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

/** Writes the name of a property, in quotation marks if it needs them. */
export function propertyName(key: string): string {
  return /^[\p{ID_Start}$_][\p{ID_Continue}$]*$/u.test(key) ? key : JSON.stringify(key);
}

/**
 * Writes the description, the default and the deprecation of a schema as a comment. Returns an
 * empty string if it has none.
 */
export function commentOf({ description, default: standard, deprecated }: JsonSchemaObject, indent: string): string {
  const lines = description === undefined || description === '' ? [] : description.split('\n');
  if (standard !== undefined) lines.push(`@defaultValue ${JSON.stringify(standard)}`);
  if (deprecated) lines.push('@deprecated');
  const safe = lines.map((line) => line.trimEnd().replaceAll('*/', '*\\/'));
  if (safe.length === 0) return '';
  if (safe.length === 1) return `${indent}/** ${safe.join('')} */\n`;
  return `${indent}/**\n${safe.map((line) => `${indent} *${line === '' ? '' : ` ${line}`}\n`).join('')}${indent} */\n`;
}
