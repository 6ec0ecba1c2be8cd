/**
 * Turns the name of a tool into the name of a function: `read-file` -> `read_file`, `import` ->
 * `import_`.
 *
 * @param reserved - words that the language does not allow as function names
 */
export function functionName(tool: string, reserved: ReadonlySet<string>): string {
  const name = tool.replace(/[^A-Za-z0-9_]/g, '_').replace(/^(?=\d|$)/, '_');
  return reserved.has(name) ? `${name}_` : name;
}
