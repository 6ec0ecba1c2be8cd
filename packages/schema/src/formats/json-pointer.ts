const BAD_ESCAPE = /~(?![01])/;

/** Returns whether a string is a JSON pointer as in RFC 6901: `/items/0/name`. */
export function isJsonPointer(text: string): boolean {
  return text === '' || (text.startsWith('/') && !BAD_ESCAPE.test(text));
}
