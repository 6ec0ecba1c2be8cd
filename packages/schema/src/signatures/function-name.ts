/**
 * The name of a tool as one of a function: `read-file` -> `read_file`, `import` -> `import_`.
 *
 * @param reserved - words that no function of the language is called
 */
export function functionName(tool: string, reserved: ReadonlySet<string>): string {
  const name = tool.replace(/[^A-Za-z0-9_]/g, '_').replace(/^(?=\d|$)/, '_');
  return reserved.has(name) ? `${name}_` : name;
}
