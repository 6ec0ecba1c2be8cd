/**
 * Removes a Markdown fence around a program, and prose around the fence. Each removed line becomes
 * an empty one, so that places in the code stay.
 */
export function withoutFence(code: string): string {
  const lines = code.split('\n');
  const start = lines.findIndex((line) => OPENING.test(line));
  if (start === -1) return code;
  const fence = /[`~]{3,}/.exec(lines[start] as string)?.[0] ?? '';
  const end = lines.findIndex((line, at) => at > start && line.trim() === fence);
  const inside = end === -1 ? lines.slice(start + 1) : lines.slice(start + 1, end);
  const outside = [...lines.slice(0, start), ...(end === -1 ? [] : lines.slice(end + 1))];
  // A last line of backticks alone opens nothing: the program is before it.
  const isEmpty = inside.every((line) => line.trim() === '');
  if (isEmpty || outside.some((line) => !PROSE.test(line) || OPENING.test(line))) return code;
  return [...Array.from({ length: start + 1 }, () => ''), ...inside].join('\n');
}

/** With the language, and words behind it: `js title=a`. */
const OPENING = /^\s*(?:`{3,}|~{3,})[\w+#.-]*(?:\s[^`]*)?$/;
/** A line without the characters of a statement. A fence in a text of the program stays. */
const PROSE = /^[^;{}=()/*"'#]*$/;
