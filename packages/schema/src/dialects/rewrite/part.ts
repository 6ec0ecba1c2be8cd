import type { JsonSchemaObject, JsonValue } from '../../json-schema.js';
import type { Codec } from '../codec/codec.js';

/**
 * A schema in the form of a dialect, and the codec of its values. Without a codec, both forms have
 * equal values.
 */
export interface Part {
  readonly schema: JsonSchemaObject;
  readonly codec?: Codec | undefined;
}

/** Returns the value of a keyword, which is always JSON. */
export function asJson(value: unknown): JsonValue {
  return value as JsonValue;
}
