import type { Issue, Path } from '../issues/issue.js';
import type { JsonSchemaObject, JsonValue } from '../json-schema.js';
import type { Target } from './target.js';

/** The part of a tool that {@link toDialect} reads. A `ToolDefinition` is assignable. */
export interface DialectDefinition {
  /** The name of the tool, for error messages. */
  readonly name: string;
  /** The schema of the arguments. */
  readonly parameters: JsonSchemaObject;
  /**
   * Whether to use strict mode. `true` requires it, `false` forbids it. Unset: uses it if no
   * rewrite loses anything.
   */
  readonly strict?: boolean | undefined;
}

/** A change that a dialect made to a schema. */
export interface Rewrite {
  /**
   * The place in the arguments. Empty for the arguments themselves. `*` stands for every item, or
   * every other property.
   */
  readonly path: Path;
  /** The keyword that changed. */
  readonly keyword: string;
  /** The old value. Absent if there was none. */
  readonly from?: JsonValue;
  /** The new value. Absent if the keyword was removed. */
  readonly to?: JsonValue;
  /** The reason, as a clause. */
  readonly reason: string;
  /**
   * The information that the model no longer reads, or the values that it can no longer send, as a
   * clause. Calls still check everything.
   */
  readonly loses?: string;
}

/** A parameter schema in the form of a target, with the conversion of its values. */
export interface DialectForm {
  /** The target of the form. */
  readonly target: Target;
  /** Whether the provider gets the tool in strict mode. Always false if it has no strict mode. */
  readonly strict: boolean;
  /** The schema to send. The given schema itself if nothing changed. */
  readonly parameters: JsonSchemaObject;
  /** The changes, in the order of their discovery. */
  readonly rewrites: readonly Rewrite[];
  /**
   * Converts arguments of the model to the form of the given schema: `null` for absent, lists of `{
   * key, value }` for maps, wrapped values. Leaves other values unchanged. Never throws, and never
   * changes its input.
   */
  readonly restore: (value: JsonValue, options?: RestoreOptions) => Restored;
  /**
   * Converts valid values of the given schema to the form of the target, for examples and replayed
   * histories. The inverse of `restore`.
   */
  readonly write: (value: JsonValue) => JsonValue;
}

/** The options of `DialectForm.restore`. */
export interface RestoreOptions {
  /** The paths in the given schema whose values messages hide. `*` stands for every item or key. */
  readonly sensitive?: readonly Path[] | undefined;
}

/** Arguments in the form of the given schema. */
export interface Restored {
  /** The arguments. The received value itself if nothing changed. */
  readonly value: JsonValue;
  /** The changes to the received value. */
  readonly changes: readonly RestoredChange[];
  /**
   * The values that could not be converted, in the form that the model knows, for example a
   * repeated key. Then the call must not run.
   */
  readonly issues: readonly Issue[];
  /** Translates an issue of `value` into an issue of the received value, which the model knows. */
  readonly asSent: (issue: Issue) => Issue;
}

/** A change to a received value. */
export interface RestoredChange {
  /** The place in `value`. */
  readonly path: Path;
  /** The received value. */
  readonly from: JsonValue;
  /** The restored value. Undefined if it was dropped. */
  readonly to: JsonValue | undefined;
}
