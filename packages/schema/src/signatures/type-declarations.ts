import type { JsonSchema } from '../json-schema.js';
import { DefinitionNames, definitionsOf } from './definition-names.js';
import { isCombined } from './said.js';
import { commentOf, typeOf, USED_TYPES } from './typescript-type.js';

/**
 * Writes TypeScript declarations for a JSON Schema: an interface for an object, otherwise a type
 * alias, and a declaration for each of its `$defs`. TypeScript cannot express ranges, patterns and
 * formats, so the types leave them out.
 *
 * @param name - the name of the type of the schema itself
 * @throws SchemaReferenceError for a `$ref` that is not `#` or `#/$defs/NAME`
 */
export function typeDeclarations(schema: JsonSchema, name: string): string {
  const names = new DefinitionNames(schema, name, new Set(USED_TYPES));
  const definitions = Object.entries(definitionsOf(schema));
  const declarations = definitions.map(([key, one]) => declaration(one, names.ofDefinition(key), names));
  return [declaration(schema, name, names), ...declarations].join('\n');
}

function declaration(schema: JsonSchema, name: string, names: DefinitionNames): string {
  const comment = typeof schema === 'boolean' ? '' : commentOf(schema, '');
  const type = typeOf(schema, { names, anything: 'unknown' }, '');
  const keyword = isPlainObject(schema) && type.startsWith('{\n') ? `interface ${name}` : `type ${name} =`;
  return `${comment}export ${keyword} ${type}${keyword.startsWith('type') ? ';' : ''}\n`;
}

/** Returns whether a schema is an object without combinations, which can be an interface. */
function isPlainObject(schema: JsonSchema): boolean {
  return typeof schema === 'object' && schema.type === 'object' && !isCombined(schema);
}
