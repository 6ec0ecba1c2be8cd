const BASE64 = /^[A-Za-z\d+/]*={0,2}$/;

/** Bytes, as section 4 of RFC 4648 writes them: `aGFmdA==`. With padding, without line breaks. */
export function isBase64(text: string): boolean {
  return text.length % 4 === 0 && BASE64.test(text);
}
