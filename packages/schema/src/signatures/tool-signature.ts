import type { JsonSchemaObject } from '../json-schema.js';
import { pythonSignature } from './python-signature.js';
import { toolMember } from './tool-member.js';
import { typescriptSignature } from './typescript-signature.js';

/** The part of a tool definition that a signature shows. */
export interface SignedTool {
  /** The name of the tool. */
  readonly name: string;
  /** The description, which becomes the comment of the function. */
  readonly description: string;
  /** The schema of the arguments. */
  readonly parameters: JsonSchemaObject;
  /** The schema of the result. Unset: the function returns `unknown`, `any` or `Any`. */
  readonly result?: JsonSchemaObject | undefined;
}

/** A language that models write code in. */
export type SignatureLanguage = 'typescript' | 'python';

/** Options of {@link toolSignature}. */
export interface SignatureOptions {
  /** Default: `typescript`. */
  readonly language?: SignatureLanguage | undefined;
  /**
   * The form in TypeScript. `function`: a declared function. `member`: a method of an object, such
   * as `tools`, after the types of its `$defs`. Default: `function`.
   */
  readonly as?: 'function' | 'member' | undefined;
}

/**
 * Writes a tool as the signature of a function, for prompts of models that write code. It shows
 * types, and descriptions as comments. The language cannot express ranges and patterns, but calls
 * still check them. Changes names that are invalid for functions: `read-file` becomes `read_file`,
 * `import` becomes `import_`. A member keeps its name. Values without a schema are `unknown` in
 * functions and `any` in members, so that code can use them without casts.
 *
 * @param options - the language, or options
 * @throws SchemaReferenceError for a `$ref` that is not `#` or `#/$defs/NAME`
 * @example toolSignature(definition, 'python') // def file_read(*, path: str, limit: int = 200) ->
 *   str: ...
 */
export function toolSignature(
  definition: SignedTool,
  options: SignatureLanguage | SignatureOptions = 'typescript',
): string {
  const { language = 'typescript', as = 'function' } = typeof options === 'string' ? { language: options } : options;
  if (language === 'python') return pythonSignature(definition);
  if (as === 'function') return typescriptSignature(definition);
  const { types, member } = toolMember(definition);
  return types + member;
}
