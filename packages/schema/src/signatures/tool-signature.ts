import type { JsonSchemaObject } from '../json-schema.js';
import { pythonSignature } from './python-signature.js';
import { typescriptSignature } from './typescript-signature.js';

/** The part of a tool definition that a signature shows. */
export interface SignedTool {
  /** The name of the tool. */
  readonly name: string;
  /** The description, which becomes the comment of the function. */
  readonly description: string;
  /** The schema of the arguments. */
  readonly parameters: JsonSchemaObject;
  /** The schema of the result. Unset: the function returns `unknown` or `Any`. */
  readonly result?: JsonSchemaObject | undefined;
}

/** A language that models write code in. */
export type SignatureLanguage = 'typescript' | 'python';

/**
 * Writes a tool as the signature of a function, for prompts of models that write code. It shows
 * types, and descriptions as comments. The language cannot express ranges and patterns, but calls
 * still check them. Changes names that are invalid for functions: `read-file` becomes `read_file`,
 * `import` becomes `import_`.
 *
 * @param language - default `typescript`
 * @throws SchemaReferenceError for a `$ref` that is not `#` or `#/$defs/NAME`
 * @example toolSignature(definition, 'python') // def file_read(*, path: str, limit: int = 200) ->
 *   str: ...
 */
export function toolSignature(definition: SignedTool, language: SignatureLanguage = 'typescript'): string {
  return language === 'python' ? pythonSignature(definition) : typescriptSignature(definition);
}
