import type { JsonSchemaObject, JsonValue, Path } from '@haft/schema';
import type { ArgumentRefusal } from '../accepted-arguments.js';

/**
 * Makes the text that a model reads when its arguments were refused. Replaceable: `createRuntime({ formatter })`.
 * `formatRetryPrompt` (a list, the default) and `formatAnnotated` (the arguments with the problems in place), of `haft/feedback`, are
 * such functions.
 */
export type RetryFormatter = (prompt: RetryPrompt) => string;

/** Everything that the text about refused arguments is made of. */
export interface RetryPrompt {
  /** The tool's name as the model called it. */
  readonly tool: string;
  readonly refusal: ArgumentRefusal;
  /** Only when the same problem came back: what more the model is told. */
  readonly repeated?: RepeatedHelp | undefined;
  /** What the model sent, for formatters that show it. */
  readonly sent?: unknown;
  /** Paths whose values must not be shown; `*` stands for every item or key. */
  readonly sensitive?: readonly Path[] | undefined;
}

/** What a model is told beside a problem that it had before. */
export interface RepeatedHelp {
  /** The whole parameter schema; the text shows the part of it that the problems are about. */
  readonly schema: JsonSchemaObject;
  /** One valid arguments object. */
  readonly example?: Readonly<Record<string, JsonValue>> | undefined;
}
