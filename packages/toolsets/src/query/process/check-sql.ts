/** The table functions that a query may call. All others could reach files, settings or memory. */
const TABLE_FUNCTIONS = new Set(['generate_series', 'range', 'repeat', 'repeat_row', 'summary', 'unnest']);

/** Functions that show settings, which contain the paths of the host. */
const FORBIDDEN_FUNCTIONS = new Set(['current_setting']);

/** The schemas of the tables of a call, as a query can write them. */
const OWN_SCHEMAS = new Set(['', 'main', 'memory']);

/** The tables of a database. Names are in lower case. */
export interface KnownTables {
  /** Tables of the call. */
  readonly own: ReadonlySet<string>;
  /** Views of DuckDB that a query finds without a schema. */
  readonly internal: ReadonlySet<string>;
}

/**
 * Checks the syntax tree of a query that DuckDB wrote with `json_serialize_sql`, which accepts only
 * SELECT.
 *
 * @returns the problem for the model, or undefined
 */
export function problemOfSql(serialized: string, tables: KnownTables): string | undefined {
  const tree = JSON.parse(serialized) as SyntaxTree;
  if (tree.error) {
    // The error of the parser comes again, with the line, when DuckDB prepares the query.
    return tree.error_type === 'parser' ? undefined : 'Only one SELECT query is allowed.';
  }
  if (tree.statements?.length !== 1) return 'Only one SELECT query is allowed.';
  const forbidden = forbiddenPart(tree.statements, tables);
  return forbidden && `The ${forbidden} is not allowed. Read the tables of the call instead.`;
}

interface SyntaxTree {
  readonly error: boolean;
  readonly error_type?: string;
  readonly statements?: readonly unknown[];
}

/** Walks without recursion: queries can be nested deeper than the stack of JavaScript. */
function forbiddenPart(statements: readonly unknown[], tables: KnownTables): string | undefined {
  const open: unknown[] = [...statements];
  while (open.length > 0) {
    const node = open.pop();
    if (typeof node !== 'object' || node === null) continue;
    const problem = forbiddenNode(node, tables);
    if (problem !== undefined) return problem;
    for (const child of Object.values(node)) open.push(child);
  }
  return undefined;
}

function forbiddenNode(node: object, tables: KnownTables): string | undefined {
  if ('type' in node && node.type === 'TABLE_FUNCTION') {
    const name = textOf('function' in node ? node.function : undefined, 'function_name') ?? 'unknown';
    return TABLE_FUNCTIONS.has(name) ? undefined : `table function '${name}'`;
  }
  const called = textOf(node, 'function_name');
  if (called !== undefined && FORBIDDEN_FUNCTIONS.has(called)) return `function '${called}'`;
  const table = textOf(node, 'table_name');
  return table !== undefined && isForeign(node, table, tables) ? `table '${table}'` : undefined;
}

function isForeign(node: object, table: string, { own, internal }: KnownTables): boolean {
  const [schema = '', catalog = ''] = [textOf(node, 'schema_name'), textOf(node, 'catalog_name')];
  if (!OWN_SCHEMAS.has(schema) || !OWN_SCHEMAS.has(catalog)) return true;
  return internal.has(table) && !own.has(table);
}

/** Returns a text of a node in lower case: DuckDB ignores the case of names. */
function textOf(node: unknown, key: string): string | undefined {
  if (typeof node !== 'object' || node === null || !Object.hasOwn(node, key)) return undefined;
  return String((node as Record<string, unknown>)[key]).toLowerCase();
}
