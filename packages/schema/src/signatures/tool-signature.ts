import type { JsonSchemaObject } from '../json-schema.js';
import { pythonSignature } from './python-signature.js';
import { typescriptSignature } from './typescript-signature.js';

/** What a signature needs of a tool definition. */
export interface SignedTool {
  readonly name: string;
  readonly description: string;
  readonly parameters: JsonSchemaObject;
  readonly result?: JsonSchemaObject | undefined;
}

/** A language that models write code in. */
export type SignatureLanguage = 'typescript' | 'python';

/**
 * A tool as the signature of a function, for prompts of models that write code: its types, and its texts as comments. What the language cannot say
 * (ranges, patterns) holds all the same when the tool is called. A name that no function can have is changed: `read-file` is `read_file`, `import` is
 * `import_`.
 *
 * @throws SchemaReferenceError for a `$ref` that is not `#` or `#/$defs/NAME`
 * @example toolSignature(definition, 'python') // def file_read(*, path: str, limit: int = 200) -> str: ...
 */
export function toolSignature(definition: SignedTool, language: SignatureLanguage = 'typescript'): string {
  return language === 'python' ? pythonSignature(definition) : typescriptSignature(definition);
}
