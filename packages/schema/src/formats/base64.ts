const BASE64 = /^[A-Za-z\d+/]*={0,2}$/;

/**
 * Returns whether a string is base64 as in section 4 of RFC 4648: `aGFmdA==`. Requires padding and
 * rejects line breaks.
 */
export function isBase64(text: string): boolean {
  return text.length % 4 === 0 && BASE64.test(text);
}
