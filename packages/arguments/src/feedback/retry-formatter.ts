import type { JsonSchemaObject, JsonValue, Path } from '@haft/schema';
import type { ArgumentRefusal } from '../accepted-arguments.js';

/**
 * A function that writes the retry prompt, for `createRuntime({ errors: { formatter } })`.
 * `haft/feedback` has two: `formatRetryPrompt` (a list, the default) and `formatAnnotated`
 * (arguments with comments).
 */
export type RetryFormatter = (prompt: RetryPrompt) => string;

/** The facts for a retry prompt. */
export interface RetryPrompt {
  /** Name of the tool in the call. */
  readonly tool: string;
  /** Reason for the rejection. */
  readonly refusal: ArgumentRefusal;
  /** More help, only if the model repeats a problem. */
  readonly repeated?: RepeatedHelp | undefined;
  /** Arguments of the model, for formatters that show them. */
  readonly sent?: unknown;
  /**
   * Paths of values that the prompt must not show. `*` means each item or key, and `['**', name]`
   * each property of a name, in any case and at any depth. Default: none.
   */
  readonly sensitive?: readonly Path[] | undefined;
}

/** The help for a repeated problem. */
export interface RepeatedHelp {
  /** Whole parameter schema. The default prompt shows only the parts with problems. */
  readonly schema: JsonSchemaObject;
  /** Valid arguments object. */
  readonly example?: Readonly<Record<string, JsonValue>> | undefined;
}
