const CHARACTERS = /^[a-zA-Z\d.-]+$/;
const DOT = 0x2e;
const HYPHEN = 0x2d;

/**
 * Returns whether a string is a host name as in RFC 1123: `www.example.com`. A label has at most 63
 * characters, the name at most 253.
 */
export function isHostname(text: string): boolean {
  if (text.length > 253 || !CHARACTERS.test(text)) return false;
  let start = 0;
  for (let i = 0; i <= text.length; i++) {
    if (i < text.length && text.charCodeAt(i) !== DOT) continue;
    if (!isLabel(text, start, i)) return false;
    start = i + 1;
  }
  return true;
}

function isLabel(text: string, start: number, end: number): boolean {
  const length = end - start;
  return length >= 1 && length <= 63 && text.charCodeAt(start) !== HYPHEN && text.charCodeAt(end - 1) !== HYPHEN;
}
