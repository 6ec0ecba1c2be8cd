/**
 * Returns the only tool that remains without a prefix that models add to names, such as
 * `functions.order_search`, `default_api:order_search` or `mcp__shop__order_search`. Returns
 * undefined if there is none or more than one.
 *
 * @param names - the names that the model may call
 */
export function nameWithoutPrefix(asked: string, names: readonly string[]): string | undefined {
  const rests = new Set(Array.from(asked.matchAll(PREFIX_END), ({ index, 0: end }) => asked.slice(index + end.length)));
  const found = rests.size === 0 ? [] : names.filter((name) => rests.has(name));
  return found.length === 1 ? found[0] : undefined;
}

/** The end of a prefix near the end of a name. Names of tools have at most 64 characters. */
const PREFIX_END = /(?:[.:/]|__)(?=[^.:/]{1,64}$)/g;
