import type { SchemaChecker } from '../../check/checker.js';
import type { Path } from '../../issues/issue.js';
import type { JsonSchema, JsonSchemaObject, JsonValue } from '../../json-schema.js';
import type { Codec } from '../codec/codec.js';
import type { Rewrite } from '../dialect-form.js';
import type { DialectRules } from '../dialect-rules.js';
import type { Resolve } from '../../references/resolve.js';

/**
 * A schema in the form of a dialect, and the codec of its values. Without a codec, both forms have
 * equal values.
 */
export interface Part {
  readonly schema: JsonSchemaObject;
  readonly codec?: Codec | undefined;
}

/** The shared tools of the rewriters. */
export interface Rewriting {
  readonly rules: DialectRules;
  /** The checker of the given schema. */
  readonly given: SchemaChecker;
  /**
   * Returns the checker of the schema in the form of the dialect. For codecs, after everything is
   * written.
   */
  readonly written: () => SchemaChecker;
  /** Writes a schema inside another one. */
  readonly rewrite: (schema: JsonSchema, path: Path) => Part;
  /** Returns the schema that a `$ref` names, or undefined if it is not in the document. */
  readonly resolve: Resolve;
  /** Returns the written schema that a `$ref` names, or undefined if it is not written yet. */
  readonly resolveWritten: Resolve;
  /** Returns whether the schema, or a copy of it, is in progress. */
  readonly isOpen: (schema: JsonSchema) => boolean;
  /** Returns whether a schema of the given document accepts `null`. */
  readonly takesNull: (schema: JsonSchema) => boolean;
  /** Counts a copy of a target. Returns false if the copy must not be made. See {@link Budget}. */
  readonly mayCopy: () => boolean;
  /** Records that a schema is a copy of targets. */
  readonly isCopy: (copy: JsonSchema, ...of: readonly JsonSchema[]) => void;
  /** Counts comparisons of two schemas. Returns false if there are too many. */
  readonly mayCompare: (count: number) => boolean;
  /** Runs work after the whole document is written. */
  readonly atEnd: (work: () => void) => void;
  readonly report: (rewrite: Rewrite) => void;
  /** Reports a place that makes strict mode impossible. */
  readonly refuse: (path: Path, limit: string) => void;
}

/** Returns the value of a keyword, which is always JSON. */
export function asJson(value: unknown): JsonValue {
  return value as JsonValue;
}
