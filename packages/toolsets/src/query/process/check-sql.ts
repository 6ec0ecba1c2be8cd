/** The table functions that a query may call. All others could reach files, settings or memory. */
const TABLE_FUNCTIONS = new Set(['generate_series', 'range', 'repeat', 'repeat_row', 'summary', 'unnest']);

/**
 * Checks the syntax tree of a query that DuckDB wrote with `json_serialize_sql`, which accepts only
 * SELECT.
 *
 * @returns the problem for the model, or undefined
 */
export function problemOfSql(serialized: string): string | undefined {
  const tree = JSON.parse(serialized) as SyntaxTree;
  if (tree.error) {
    // The error of the parser comes again, with the line, when DuckDB prepares the query.
    return tree.error_type === 'parser' ? undefined : 'Only one SELECT query is allowed.';
  }
  if (tree.statements?.length !== 1) return 'Only one SELECT query is allowed.';
  const name = forbiddenFunction(tree.statements);
  if (name === undefined) return undefined;
  return `The table function '${name}' is not allowed. Read the tables of the call instead.`;
}

interface SyntaxTree {
  readonly error: boolean;
  readonly error_type?: string;
  readonly statements?: readonly unknown[];
}

/** Walks without recursion: queries can be nested deeper than the stack of JavaScript. */
function forbiddenFunction(statements: readonly unknown[]): string | undefined {
  const open: unknown[] = [...statements];
  while (open.length > 0) {
    const node = open.pop();
    if (typeof node !== 'object' || node === null) continue;
    if ('type' in node && node.type === 'TABLE_FUNCTION') {
      const name = nameOf('function' in node ? node.function : undefined);
      if (!TABLE_FUNCTIONS.has(name)) return name;
    }
    for (const child of Object.values(node)) open.push(child);
  }
  return undefined;
}

function nameOf(call: unknown): string {
  if (typeof call !== 'object' || call === null || !('function_name' in call)) return 'unknown';
  return String(call.function_name).toLowerCase();
}
