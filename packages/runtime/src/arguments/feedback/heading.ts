/**
 * Returns the first line of a prompt about invalid arguments.
 *
 * @param key - the name of a tool, or `resource:NAME`, `prompt:NAME`. The reader is a client then.
 */
export function headingOf(key: string): string {
  const colon = key.indexOf(':');
  if (colon === -1) return `Tool call validation failed for tool '${key}':`;
  return `Validation failed for ${key.slice(0, colon)} '${key.slice(colon + 1)}':`;
}
