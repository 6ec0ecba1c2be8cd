import type { HaftError } from '@haft/core';
import { wireForm } from '@haft/core/internal';
import type { JsonValue } from '@haft/schema';

/**
 * Returns a value in its JSON form.
 *
 * @param refused - returns the error for a value that has none
 */
export function writtenOr(value: unknown, refused: (cause: unknown) => HaftError): JsonValue {
  try {
    return wireForm(value);
  } catch (cause) {
    throw refused(cause);
  }
}
