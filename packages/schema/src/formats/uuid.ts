const UUID = /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/i;

/** A UUID of any version, as RFC 9562 writes it: `3f2504e0-4f89-41d3-9a0c-0305e82c3301`. */
export function isUuid(text: string): boolean {
  return UUID.test(text);
}
