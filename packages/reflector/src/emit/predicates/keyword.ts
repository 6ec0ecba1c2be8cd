import type { JsonSchemaObject } from '@haft/schema';
import type { Code } from './code.js';
import type { TypeEmitter } from './type-emitter.js';

/** `check`: does the value fit; `build`: also what becomes of it at run time. */
export type Mode = 'check' | 'build';

/** Where a keyword is written out: a schema, and the local variable that holds the value. */
export interface Site {
  readonly schema: JsonSchemaObject;
  /** A variable, never a longer expression. */
  readonly value: string;
  readonly code: Code;
  readonly mode: Mode;
  readonly emitter: TypeEmitter;
}

/** The kinds of JSON values that keywords speak of. */
export type ValueKind = 'string' | 'number' | 'array' | 'object';

/** One keyword, or a few that are one idea. */
export interface Keyword {
  readonly keywords: readonly (keyof JsonSchemaObject)[];
  /** The kind of value that the keyword speaks of; all others pass. Undefined: every value. */
  readonly kind?: ValueKind;
  /** Writes the refusals. Returns the variable of the built value, when the keyword builds one. */
  emit(site: Site): string | undefined;
}
