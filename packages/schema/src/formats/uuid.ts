const UUID = /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/i;

/**
 * Returns whether a string is a UUID of any version as in RFC 9562:
 * `3f2504e0-4f89-41d3-9a0c-0305e82c3301`.
 */
export function isUuid(text: string): boolean {
  return UUID.test(text);
}
