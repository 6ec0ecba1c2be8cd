import type { JsonValue } from '../../json-schema.js';
import type { Restoring } from './restoring.js';

/**
 * The conversion between the form of a dialect and the form of the given schema, for the values of
 * one schema.
 */
export interface Codec {
  /** Converts a value from the form of the dialect. Returns other values unchanged. */
  restore(value: JsonValue, at: Restoring): JsonValue;
  /**
   * Returns whether some value has another form in the dialect. Absent if this is always so.
   *
   * @param seen - codecs that were asked before, because a codec may contain itself
   */
  doesWork?(seen: Set<Codec>): boolean;
  /** Converts a value that is valid for the given schema to the form of the dialect. */
  write(value: JsonValue): JsonValue;
}

/** Returns whether a codec changes values. Returns false for a codec that was asked before. */
export function doesWork(codec: Codec | undefined, seen: Set<Codec>): boolean {
  if (codec === undefined || seen.has(codec)) return false;
  seen.add(codec);
  return codec.doesWork?.(seen) ?? true;
}

/** Converts a value from the form of the dialect. Without a codec, both forms are equal. */
export function restoreWith(codec: Codec | undefined, value: JsonValue, at: Restoring): JsonValue {
  return codec === undefined ? value : codec.restore(value, at);
}

/** Converts a value to the form of the dialect. Without a codec, both forms are equal. */
export function writeWith(codec: Codec | undefined, value: JsonValue): JsonValue {
  return codec === undefined ? value : codec.write(value);
}

/** Returns whether a value is a JSON list. */
export function isJsonList(value: JsonValue | undefined): value is readonly JsonValue[] {
  return Array.isArray(value);
}
