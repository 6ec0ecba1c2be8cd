import type { JsonSchemaObject } from '../json-schema.js';
import { declareTypes, type DeclarationStyle } from './declare-types.js';
import type { SignedTool } from './tool-signature.js';

/** A call of a tool, and the declarations of the types that it names. */
export interface DeclaredCall {
  readonly definitions: string;
  /** The parameter and the result: `(args: { path: string }): Promise<string>`. */
  readonly call: string;
}

/**
 * Declares a tool as an async function with one object parameter.
 *
 * @param stem - the beginning of the names of its schemas
 */
export function declareCall({ parameters, result }: SignedTool, stem: string, style: DeclarationStyle): DeclaredCall {
  const takes = declareTypes(parameters, `${stem}Arguments`, style);
  const gives = result === undefined ? undefined : declareTypes(result, `${stem}Result`, style);
  return {
    definitions: [...takes.definitions, ...(gives?.definitions ?? [])].join(''),
    call: `(${argumentOf(parameters, takes.type)}): Promise<${gives?.type ?? style.anything}>`,
  };
}

/** Writes the parameter of a tool. It is optional if no argument is required. */
function argumentOf({ properties = {}, required = [], additionalProperties }: JsonSchemaObject, type: string): string {
  if (Object.keys(properties).length === 0 && additionalProperties === false) return '';
  return `args${required.length === 0 ? '?' : ''}: ${type}`;
}
