/**
 * Returns the length of a string in Unicode code points, as JSON Schema counts. A lone surrogate
 * counts as one.
 */
export function codePointLength(text: string): number {
  let length = text.length;
  for (let i = 0; i < text.length - 1; i++) {
    if (isHighSurrogate(text.charCodeAt(i)) && isLowSurrogate(text.charCodeAt(i + 1))) {
      length--;
      i++;
    }
  }
  return length;
}

/** Returns whether a text has fewer than `limit` code points. */
export function isShorter(text: string, limit: number): boolean {
  if (text.length < limit) return true;
  // A code point has at most two units, so only lengths in between need a count.
  return text.length < 2 * limit && codePointLength(text) < limit;
}

/** Returns whether a text has more than `limit` code points. */
export function isLonger(text: string, limit: number): boolean {
  if (text.length <= limit) return false;
  return text.length > 2 * limit || codePointLength(text) > limit;
}

function isHighSurrogate(unit: number): boolean {
  return unit >= 0xd800 && unit <= 0xdbff;
}

function isLowSurrogate(unit: number): boolean {
  return unit >= 0xdc00 && unit <= 0xdfff;
}
