import type { JsonSchemaObject } from '../json-schema.js';
import { declareTypes, type DeclaredTypes } from './declare-types.js';
import { functionName } from './function-name.js';
import type { SignedTool } from './tool-signature.js';
import { typeName } from './type-name.js';
import { commentOf, USED_TYPES } from './typescript-type.js';

/**
 * Writes a tool as the declaration of an async function with one object parameter, after the types
 * of its schemas.
 */
export function typescriptSignature({ name, description, parameters, result }: SignedTool): string {
  const taken = new Set(USED_TYPES);
  const anything = 'unknown';
  const takes = declareTypes(parameters, `${typeName(name)}Arguments`, { taken, anything });
  const gives =
    result === undefined ? NOTHING_KNOWN : declareTypes(result, `${typeName(name)}Result`, { taken, anything });
  const called = functionName(name, RESERVED);
  const signature = `declare function ${called}(${argumentOf(parameters, takes.type)}): Promise<${gives.type}>;\n`;
  return [...takes.definitions, ...gives.definitions, commentOf({ description }, '') + signature].join('');
}

const NOTHING_KNOWN: DeclaredTypes = { type: 'unknown', definitions: [] };

/** Writes the parameter of a tool. It is optional if no argument is required. */
export function argumentOf(
  { properties = {}, required = [], additionalProperties }: JsonSchemaObject,
  type: string,
): string {
  if (Object.keys(properties).length === 0 && additionalProperties === false) return '';
  return `args${required.length === 0 ? '?' : ''}: ${type}`;
}

/** Keywords of strict TypeScript that cannot name a function. */
const RESERVED: ReadonlySet<string> = new Set(
  'arguments await break case catch class const continue debugger default delete do else enum eval export extends false finally for function if implements import in instanceof interface let new null package private protected public return static super switch this throw true try typeof var void while with yield'.split(
    ' ',
  ),
);
