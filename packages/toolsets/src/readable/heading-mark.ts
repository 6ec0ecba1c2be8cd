/**
 * Returns a mark for the headings between several texts. No line of a text begins with it, so that
 * none can imitate a heading.
 */
export function headingMark(texts: readonly string[]): string {
  let mark = '===';
  for (const text of texts)
    while (text.startsWith(mark) || LINE_STARTS.some((end) => text.includes(end + mark))) mark += '=';
  return mark;
}

/** All that a reader takes for a line end. */
const LINE_STARTS = ['\n', '\r', '\v', '\f', '\x85', '\u2028', '\u2029'];
