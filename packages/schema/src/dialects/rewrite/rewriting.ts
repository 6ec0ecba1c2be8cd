import type { SchemaChecker } from '../../check/checker.js';
import type { Path } from '../../issues/issue.js';
import type { JsonSchema, JsonSchemaObject, JsonValue } from '../../json-schema.js';
import type { Codec } from '../codec/codec.js';
import type { Rewrite } from '../dialect-form.js';
import type { DialectRules } from '../dialect-rules.js';

/** A schema in the form of a dialect, and the way back for its values; without one, they are the same in both forms. */
export interface Part {
  readonly schema: JsonSchemaObject;
  readonly codec?: Codec | undefined;
}

/** What a rewriter of one idea is given. */
export interface Rewriting {
  readonly rules: DialectRules;
  /** Of the schema that was given. */
  readonly given: SchemaChecker;
  /** Of the schema in the form of the dialect; for codecs, once all is written. */
  readonly written: () => SchemaChecker;
  /** Writes a schema inside of another one. */
  readonly rewrite: (schema: JsonSchema, path: Path) => Part;
  /** What a `$ref` names; undefined for what is no part of the document. */
  readonly resolve: (reference: string) => JsonSchema | undefined;
  /** What a `$ref` of a written schema names, as far as it is written. */
  readonly resolveWritten: (reference: string) => JsonSchema | undefined;
  /** Whether the schema, or a copy of it, is one of those that are being written now. */
  readonly isOpen: (schema: JsonSchema) => boolean;
  /** Notes that a schema is a copy of what a reference named; false when there were too many, and it must not be used. */
  readonly isCopy: (copy: JsonSchema, of: JsonSchema) => boolean;
  /** Does something when the whole document is written. */
  readonly atEnd: (work: () => void) => void;
  readonly report: (rewrite: Rewrite) => void;
  /** Strict mode cannot be had, because of this place. */
  readonly refuse: (path: Path, limit: string) => void;
}

/** The value of a keyword, which is JSON whatever its type says. */
export function asJson(value: unknown): JsonValue {
  return value as JsonValue;
}
