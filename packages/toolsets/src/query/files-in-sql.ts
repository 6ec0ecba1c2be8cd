import type { Workspace } from '../file/workspace.js';
import type { QueryTable } from './open-tables.js';
import { formatOf } from './table-format.js';

/** A quoted name where SQL has a table: `FROM 'data/orders.csv'`. */
const QUOTED_TABLE = /\b(?:from|join|describe|summarize)\s+(['"])([^'"\n]+)\1/gi;

/**
 * Returns the files that a query names where it could name a table. Each is a table with the path
 * as its name, so DuckDB itself still opens no file.
 */
export function filesInSql(sql: string, tables: readonly QueryTable[], workspace: Workspace): readonly QueryTable[] {
  const known = new Set(tables.map(({ name }) => name.toLowerCase()));
  const files: QueryTable[] = [];
  for (const [, , path = ''] of sql.matchAll(QUOTED_TABLE)) {
    if (known.has(path.toLowerCase()) || !isTableFile(path, workspace)) continue;
    known.add(path.toLowerCase());
    files.push({ name: path, path });
  }
  return files;
}

function isTableFile(path: string, workspace: Workspace): boolean {
  try {
    formatOf(workspace.findEntry(path).path, () => '');
    return true;
  } catch {
    // DuckDB says that it may not open it.
    return false;
  }
}
