import type { Issue, Path } from '../issues/issue.js';
import type { JsonSchemaObject, JsonValue } from '../json-schema.js';
import type { Target } from './target.js';

/** What {@link toDialect} reads of a tool; a `ToolDefinition` fits. */
export interface DialectDefinition {
  readonly name: string;
  readonly parameters: JsonSchemaObject;
  /** `true` forces strict mode, `false` forbids it; unset, it is used where nothing is lost by it. */
  readonly strict?: boolean | undefined;
}

/** One change that a dialect made to a schema. */
export interface Rewrite {
  /** Where in the arguments; empty for the arguments themselves, `*` stands for every item, or every other property. */
  readonly path: Path;
  readonly keyword: string;
  /** What stood there; absent for what was not there. */
  readonly from?: JsonValue;
  /** What stands there now; absent for what is gone. */
  readonly to?: JsonValue;
  /** Why, as a clause. */
  readonly reason: string;
  /** What the model is no longer told, or can no longer send, as a clause. What it is not told is enforced at the call all the same. */
  readonly loses?: string;
}

/** A parameter schema as a target takes it, with the way back. */
export interface DialectForm {
  readonly target: Target;
  /** Whether the tool is sent in the provider's strict mode. Always false where there is none. */
  readonly strict: boolean;
  /** What to send; the schema that was given, when nothing had to change. */
  readonly parameters: JsonSchemaObject;
  readonly rewrites: readonly Rewrite[];
  /**
   * Undoes what the form made the model send: `null` for absent, lists of `{ key, value }` for maps, wrapped values. Values that are not in
   * this form are left as they are. Never throws, and never changes what it is given.
   */
  readonly restore: (value: JsonValue, options?: RestoreOptions) => Restored;
  /** The inverse of `restore`, for values that fit the schema that was given: examples, and what a history replays. */
  readonly write: (value: JsonValue) => JsonValue;
}

/** Options of `DialectForm.restore`. */
export interface RestoreOptions {
  /** Paths (of the schema that was given) whose values are not printed; `*` stands for every item or key. */
  readonly sensitive?: readonly Path[] | undefined;
}

/** Arguments in the form of the schema that was given. */
export interface Restored {
  /** The very value that came, when nothing had to be undone. */
  readonly value: JsonValue;
  /** What was undone. */
  readonly changes: readonly RestoredChange[];
  /** What could not be undone, in the form that the model saw: a key that stands in a list twice. Then the call must not be made. */
  readonly issues: readonly Issue[];
  /** An issue of `value` as an issue of what came, since that is what the model knows. */
  readonly asSent: (issue: Issue) => Issue;
}

/** One thing that was undone. */
export interface RestoredChange {
  /** In `value`. */
  readonly path: Path;
  readonly from: JsonValue;
  /** Undefined: left out. */
  readonly to: JsonValue | undefined;
}
