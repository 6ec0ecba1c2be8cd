import type { JsonSchemaObject } from '@haft/schema';
import type { Code } from './code.js';
import type { TypeEmitter } from './type-emitter.js';

/** `check`: whether the value is valid. `build`: also its value at run time. */
export type Mode = 'check' | 'build';

/** The place where a keyword is written: a schema, and the local variable of the value. */
export interface Site {
  readonly schema: JsonSchemaObject;
  /** A variable, never a longer expression. */
  readonly value: string;
  readonly code: Code;
  readonly mode: Mode;
  readonly emitter: TypeEmitter;
}

/** The kinds of JSON values to which keywords apply. */
export type ValueKind = 'string' | 'number' | 'array' | 'object';

/** One keyword, or a few that are one idea. */
export interface Keyword {
  /** The kind of value to which the keyword applies. All others pass. Undefined: every value. */
  readonly kind?: ValueKind;
  /** Writes the refusals. Returns the variable of the built value, if the keyword builds one. */
  emit(site: Site): string | undefined;
}
