/**
 * Returns a text with a blank before each line. A line of it cannot imitate a heading, which
 * begins without one.
 */
export function indented(text: string): string {
  return text
    .trimEnd()
    .split(LINE_END)
    .map((line) => (line === '' ? '' : ` ${line}`))
    .join('\n');
}

/** All that a reader takes for a line end. */
const LINE_END = /\r\n|[\n\r\v\f\x85\u2028\u2029]/;
