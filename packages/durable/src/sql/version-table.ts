/**
 * Returns the statement that creates the table of applied migrations.
 *
 * @param integer - the type of a time
 */
export function versionTable(integer: 'INTEGER' | 'BIGINT'): string {
  return `CREATE TABLE IF NOT EXISTS haft_migrations
  (version INTEGER PRIMARY KEY, name TEXT NOT NULL, hash TEXT NOT NULL, applied_at ${integer} NOT NULL)`;
}
