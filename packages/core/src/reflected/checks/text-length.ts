/** Returns whether the text has fewer than `limit` Unicode code points. */
export function isShorter(text: string, limit: number): boolean {
  if (text.length < limit) return true;
  // A code point takes at most two units, so long texts need no counting.
  return text.length < 2 * limit && codePoints(text) < limit;
}

/** Returns whether the text has more than `limit` Unicode code points. */
export function isLonger(text: string, limit: number): boolean {
  if (text.length <= limit) return false;
  return text.length > 2 * limit || codePoints(text) > limit;
}

function codePoints(text: string): number {
  let count = text.length;
  for (let index = 0; index < text.length - 1; index++) {
    if (isHighSurrogate(text.charCodeAt(index)) && isLowSurrogate(text.charCodeAt(index + 1))) {
      count--;
      index++;
    }
  }
  return count;
}

const isHighSurrogate = (unit: number): boolean => unit >= 0xd800 && unit <= 0xdbff;
const isLowSurrogate = (unit: number): boolean => unit >= 0xdc00 && unit <= 0xdfff;
