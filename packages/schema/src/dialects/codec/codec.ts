import type { JsonValue } from '../../json-schema.js';
import type { Restoring } from './restoring.js';

/** The way between the form of a dialect and that of the schema that was given, for the values of one schema. */
export interface Codec {
  /** From the form of the dialect. A value that is not in this form is given back as it is. */
  restore(value: JsonValue, at: Restoring): JsonValue;
  /**
   * Whether some value has another form in the dialect.
   *
   * @param seen - codecs that were asked: one may stand in itself
   */
  doesWork(seen: Set<Codec>): boolean;
  /** To the form of the dialect, for values that fit the schema that was given. */
  write(value: JsonValue): JsonValue;
}

/** Whether a codec does anything, unless it was asked before. */
export function doesWork(codec: Codec | undefined, seen: Set<Codec>): boolean {
  if (codec === undefined || seen.has(codec)) return false;
  seen.add(codec);
  return codec.doesWork(seen);
}

/** A JSON object. */
export type JsonObject = Readonly<Record<string, JsonValue>>;

/** Whether a value is a JSON object. */
export function isJsonObject(value: JsonValue | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Whether a value is a JSON list. */
export function isJsonList(value: JsonValue | undefined): value is readonly JsonValue[] {
  return Array.isArray(value);
}
