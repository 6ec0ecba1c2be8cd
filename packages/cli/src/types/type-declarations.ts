import type { JsonSchema, JsonSchemaObject, JsonType, JsonValue } from '@haft/schema';

/**
 * TypeScript declarations for a JSON Schema: an interface for an object, else a type alias, and one declaration for
 * each of its `$defs`. What TypeScript cannot say (ranges, patterns, formats) is left out: the schema still holds.
 *
 * @param name - of the type of the schema itself
 * @throws SchemaReferenceError for a `$ref` that is not `#` or `#/$defs/NAME`
 */
export function typeDeclarations(schema: JsonSchema, name: string): string {
  const names = new DefinitionNames(schema, name);
  const definitions = Object.entries(definitionsOf(schema));
  const declarations = definitions.map(([key, one]) => declaration(one, names.of(`#/$defs/${key}`), names));
  return [declaration(schema, names.root, names), ...declarations].join('\n');
}

/** A reference to another document, or to a place that is no definition. */
export class SchemaReferenceError extends Error {
  override readonly name = 'SchemaReferenceError';

  constructor(readonly reference: string) {
    super(`The reference '${reference}' is not '#' or '#/$defs/NAME'.`);
  }
}

/** `file_read` -> `FileRead`. */
export function typeName(text: string): string {
  const words = text.split(/[^\p{ID_Continue}$]+|_/u).filter((word) => word !== '');
  const name = words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('');
  return /^[\p{ID_Start}$]/u.test(name) ? name : `_${name}`;
}

/** The names of the declarations of one schema; no two of them are equal. */
class DefinitionNames {
  private readonly byReference = new Map<string, string>();

  constructor(
    schema: JsonSchema,
    readonly root: string,
  ) {
    const taken = new Set([root]);
    this.byReference.set('#', root);
    for (const key of Object.keys(definitionsOf(schema))) {
      let name = typeName(key);
      while (taken.has(name)) name += '_';
      taken.add(name);
      this.byReference.set(`#/$defs/${key}`, name);
      this.byReference.set(`#/definitions/${key}`, name);
    }
  }

  of(reference: string): string {
    const name = this.byReference.get(reference) ?? this.byReference.get(unescaped(reference));
    if (name === undefined) throw new SchemaReferenceError(reference);
    return name;
  }
}

/** JSON Pointer, as it stands in a URI fragment. */
function unescaped(reference: string): string {
  return decodeURIComponent(reference).replaceAll('~1', '/').replaceAll('~0', '~');
}

/** `definitions` is the key of draft 7 and earlier. */
function definitionsOf(schema: JsonSchema): Readonly<Record<string, JsonSchema>> {
  if (typeof schema === 'boolean') return {};
  return { ...(schema as { definitions?: Record<string, JsonSchema> }).definitions, ...schema.$defs };
}

function declaration(schema: JsonSchema, name: string, names: DefinitionNames): string {
  const comment = typeof schema === 'boolean' ? '' : commentOf(schema, '');
  const type = typeOf(schema, names, '');
  const keyword = isPlainObject(schema) && type.startsWith('{\n') ? `interface ${name}` : `type ${name} =`;
  return `${comment}export ${keyword} ${type}${keyword.startsWith('type') ? ';' : ''}\n`;
}

/** An object that nothing is combined with can be an interface. */
function isPlainObject(schema: JsonSchema): boolean {
  if (typeof schema === 'boolean' || schema.type !== 'object') return false;
  return [schema.anyOf, schema.oneOf, schema.allOf, schema.$ref, schema.enum, schema.const].every(
    (one) => one === undefined,
  );
}

/** @param indent - of the line on which the type begins */
function typeOf(schema: JsonSchema, names: DefinitionNames, indent: string): string {
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

/** A schema without `type` that speaks of properties or items means an object or an array in practice. */
function impliedType(schema: JsonSchemaObject): JsonType | undefined {
  if (schema.properties !== undefined || schema.additionalProperties !== undefined) return 'object';
  return schema.items !== undefined || schema.prefixItems !== undefined ? 'array' : undefined;
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
  return /^[\w$.]+$|^\{[^]*\}$|^"[^"]*"$/.test(type) || !/[|&]/.test(type) ? type : `(${type})`;
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

function commentOf({ description, default: standard, deprecated }: JsonSchemaObject, indent: string): string {
  const lines = description === undefined || description === '' ? [] : description.split('\n');
  if (standard !== undefined) lines.push(`@defaultValue ${JSON.stringify(standard)}`);
  if (deprecated) lines.push('@deprecated');
  const safe = lines.map((line) => line.trimEnd().replaceAll('*/', '*\\/'));
  if (safe.length === 0) return '';
  if (safe.length === 1) return `${indent}/** ${safe.join('')} */\n`;
  return `${indent}/**\n${safe.map((line) => `${indent} *${line === '' ? '' : ` ${line}`}\n`).join('')}${indent} */\n`;
}
