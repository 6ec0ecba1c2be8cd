import type { JsonValue } from '@haft/schema';

/**
 * Cuts the longest values so that the JSON of all values has at most `budget` characters. A cut
 * value becomes a text with a mark.
 */
export function cutLongest(values: readonly JsonValue[], budget: number): readonly JsonValue[] {
  const texts = values.map((value) => JSON.stringify(value));
  const lengths = texts.map(({ length }) => length);
  if (lengths.reduce((sum, length) => sum + length, 0) <= budget) return values;
  const most = Math.max(shareOf(lengths, budget), SHORTEST);
  return values.map((value, index) => {
    const json = texts[index] ?? '';
    return json.length <= most ? value : cutTo(most, typeof value === 'string' ? value : json);
  });
}

/** The shortest cut value, with the mark, in characters. */
const SHORTEST = 100;

/** Returns the greatest length to which the longest values can be cut. */
function shareOf(lengths: readonly number[], budget: number): number {
  let left = budget;
  let count = lengths.length;
  for (const length of lengths.toSorted((a, b) => a - b)) {
    if (length * count > left) return Math.floor(left / count);
    left -= length;
    count--;
  }
  return left;
}

/** Cuts a text so that its JSON has at most `most` characters, if the mark fits in. */
function cutTo(most: number, text: string): string {
  let least = 0;
  let above = Math.min(most, text.length);
  while (least < above) {
    const middle = Math.ceil((least + above) / 2);
    if (JSON.stringify(marked(text, middle)).length <= most) least = middle;
    else above = middle - 1;
  }
  return marked(text, least);
}

function marked(text: string, shown: number): string {
  const part = text.slice(0, isHighSurrogate(text.charCodeAt(shown - 1)) ? shown - 1 : shown);
  return `${part}... (truncated, ${part.length} of ${text.length} characters)`;
}

function isHighSurrogate(code: number): boolean {
  return code >= 0xd800 && code <= 0xdbff;
}
