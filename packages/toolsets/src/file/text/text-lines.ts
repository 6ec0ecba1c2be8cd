/** Returns the lines of a text without their ends. A last line end begins no further line. */
export function linesOf(text: string): string[] {
  const lines = text.split('\n');
  if (lines.at(-1) === '') lines.pop();
  return lines.map((line) => (line.endsWith('\r') ? line.slice(0, -1) : line));
}

/** Returns where each line of a text begins. A last line end begins no further line. */
export function lineStarts(text: string): number[] {
  const starts = text === '' ? [] : [0];
  const last = text.length - 1;
  for (let end = text.indexOf('\n'); end >= 0 && end < last; end = text.indexOf('\n', end + 1)) starts.push(end + 1);
  return starts;
}

/**
 * Returns some lines of a text with their ends, as they are.
 *
 * @param starts - from `lineStarts`
 * @param first - index of the first line
 * @param count - number of lines
 */
export function textOfLines(text: string, starts: readonly number[], first: number, count: number): string {
  if (count <= 0) return '';
  const lines = text.slice(starts[first], starts[first + count]);
  // A slice keeps the whole text in memory, so a small one is copied.
  return lines.length * 2 > text.length ? lines : Buffer.from(lines).toString();
}

/** Cuts a text at a character, never within one. */
export function cutAt(text: string, length: number): string {
  const last = text.charCodeAt(length - 1);
  const isHalf = last >= 0xd800 && last <= 0xdbff;
  return text.slice(0, isHalf ? length - 1 : length);
}
