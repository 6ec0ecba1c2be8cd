import type { JsonSchemaObject } from '../json-schema.js';
import { DefinitionNames, definitionsOf } from './definition-names.js';
import type { SignedTool } from './tool-signature.js';
import { commentOf, typeOf } from './typescript-type.js';

/** A tool as the declaration of an async function that takes one object; the types that its schemas name stand before it. */
export function typescriptSignature({ name, description, parameters, result }: SignedTool): string {
  const taken = new Set<string>();
  const declared = [parameters, ...(result === undefined ? [] : [result])].map((schema) => declaredIn(schema, taken));
  const [takes = '', gives = 'unknown'] = declared.map(({ type }) => type);
  const isEmpty = Object.keys(parameters.properties ?? {}).length === 0 && parameters.additionalProperties === false;
  const mark = (parameters.required ?? []).length === 0 ? '?' : '';
  const signature = `declare function ${name}(${isEmpty ? '' : `args${mark}: ${takes}`}): Promise<${gives}>;\n`;
  return [...declared.flatMap(({ definitions }) => definitions), commentOf({ description }, '') + signature].join('');
}

interface Declared {
  readonly type: string;
  readonly definitions: readonly string[];
}

function declaredIn(schema: JsonSchemaObject, taken: Set<string>): Declared {
  const names = new DefinitionNames(schema, undefined, taken);
  const definitions = Object.entries(definitionsOf(schema)).map(([key, one]) => {
    const comment = typeof one === 'boolean' ? '' : commentOf(one, '');
    return `${comment}type ${names.of(`#/$defs/${key}`)} = ${typeOf(one, names, '')};\n`;
  });
  return { type: typeOf(schema, names, ''), definitions };
}
