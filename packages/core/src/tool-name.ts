/** The pattern of a tool name, prefix included. Every provider accepts it. */
export const TOOL_NAME = /^[a-zA-Z_][a-zA-Z0-9_]{0,63}$/;

/** Returns a name in snake_case: `readHTTPBody` becomes `read_http_body`. */
export function snakeCase(name: string): string {
  return name
    .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
    .replace(/([A-Z]+)([A-Z][a-z])/g, '$1_$2')
    .toLowerCase();
}

/** Returns the full name of a tool from the prefix of its toolset and its own part. */
export function toolName(prefix: string | undefined, part: string): string {
  return prefix === undefined || prefix === '' ? part : `${prefix}_${part}`;
}
