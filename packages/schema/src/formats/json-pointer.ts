const BAD_ESCAPE = /~(?![01])/;

/** A place in a JSON document, as RFC 6901 writes it: `/items/0/name`. */
export function isJsonPointer(text: string): boolean {
  return text === '' || (text.startsWith('/') && !BAD_ESCAPE.test(text));
}
