/**
 * Returns the only tool whose name remains without the marks of a call format that models add to
 * names: prefixes, such as `functions.order_search`, `default_api:order_search` or
 * `mcp__shop__order_search`, a number, `order_search:0`, a marker, `order_search<|channel|>json`,
 * quotes and `()`. Returns undefined if there is none or more than one.
 *
 * @param names - the names that the model may call
 */
export function nameInside(asked: string, names: readonly string[]): string | undefined {
  const inside = new Set<string>();
  for (const part of asked.split(MARKER)) {
    const whole = withoutQuotes(part).replace(ENDING, '');
    inside.add(whole);
    for (const { index, 0: end } of whole.matchAll(PREFIX_END)) inside.add(whole.slice(index + end.length));
  }
  const found = names.filter((name) => inside.has(name));
  return found.length === 1 ? found[0] : undefined;
}

/** A marker between the parts of a reply. The last one may be cut. */
const MARKER = /<\|[^|<>]{0,40}(?:\|>|$)/;
/** The number of a call, or arguments that are empty. */
const ENDING = /:\d{1,4}$|\((?:\{\})?\)$/;
/** The end of a prefix near the end of a name. Names of tools have at most 64 characters. */
const PREFIX_END = /(?:[.:/]|__)(?=[^.:/]{1,64}$)/g;
/** Quotes, spaces, invisible characters, and signs at the end of a sentence. */
const QUOTES = new Set('"\'`* \t\r\n\u200b\u2060\ufeff@$,;.:?!');

function withoutQuotes(text: string): string {
  let from = 0;
  let to = text.length;
  while (from < to && QUOTES.has(text.charAt(from))) from++;
  while (from < to && QUOTES.has(text.charAt(to - 1))) to--;
  return text.slice(from, to);
}
