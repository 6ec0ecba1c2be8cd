/**
 * Returns the statement that creates the table of applied migrations.
 *
 * @param name - the name of the table
 * @param integer - the type of a time
 */
export function versionTable(name: string, integer: 'INTEGER' | 'BIGINT'): string {
  return `CREATE TABLE IF NOT EXISTS ${name}
  (version INTEGER PRIMARY KEY, name TEXT NOT NULL, hash TEXT NOT NULL, applied_at ${integer} NOT NULL)`;
}
