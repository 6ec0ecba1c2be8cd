import type { JsonSchemaObject } from '../json-schema.js';
import { DefinitionNames, definitionsOf, freeName, refersToItself } from './definition-names.js';
import { functionName } from './function-name.js';
import type { SignedTool } from './tool-signature.js';
import { typeName } from './type-name.js';
import { commentOf, typeOf, USED_TYPES } from './typescript-type.js';

/**
 * Writes a tool as the declaration of an async function with one object parameter, after the types
 * of its schemas.
 */
export function typescriptSignature({ name, description, parameters, result }: SignedTool): string {
  const taken = new Set(USED_TYPES);
  const takes = declaredIn(parameters, `${typeName(name)}Arguments`, taken);
  const gives = result === undefined ? NOTHING_KNOWN : declaredIn(result, `${typeName(name)}Result`, taken);
  const isEmpty = Object.keys(parameters.properties ?? {}).length === 0 && parameters.additionalProperties === false;
  const mark = (parameters.required ?? []).length === 0 ? '?' : '';
  const args = isEmpty ? '' : `args${mark}: ${takes.type}`;
  const signature = `declare function ${functionName(name, RESERVED)}(${args}): Promise<${gives.type}>;\n`;
  return [...takes.definitions, ...gives.definitions, commentOf({ description }, '') + signature].join('');
}

interface Declared {
  readonly type: string;
  readonly definitions: readonly string[];
}

const NOTHING_KNOWN: Declared = { type: 'unknown', definitions: [] };

/**
 * Declares a schema and its definitions.
 *
 * @param stem - the name of the schema itself, if it needs one
 */
function declaredIn(schema: JsonSchemaObject, stem: string, taken: Set<string>): Declared {
  const root = refersToItself(schema) ? freeName(stem, taken) : undefined;
  const names = new DefinitionNames(schema, root, taken);
  const definitions = Object.entries(definitionsOf(schema)).map(([key, one]) => {
    const comment = typeof one === 'boolean' ? '' : commentOf(one, '');
    return `${comment}type ${names.ofDefinition(key)} = ${typeOf(one, names, '')};\n`;
  });
  const type = typeOf(schema, names, '');
  return root === undefined
    ? { type, definitions }
    : { type: root, definitions: [`type ${root} = ${type};\n`, ...definitions] };
}

/** Keywords of strict TypeScript that cannot name a function. */
const RESERVED: ReadonlySet<string> = new Set(
  'arguments await break case catch class const continue debugger default delete do else enum eval export extends false finally for function if implements import in instanceof interface let new null package private protected public return static super switch this throw true try typeof var void while with yield'.split(
    ' ',
  ),
);
