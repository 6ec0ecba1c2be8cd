import type { SqliteDatabase } from '@haft/runtime/sqlite';

/**
 * Does synchronous work in a transaction of SQLite. The database is as before if it throws.
 *
 * @throws the error of the work or of the commit, such as on a full disk
 */
export function inTransaction<Result>(database: SqliteDatabase, work: () => Result): Result {
  database.exec('BEGIN IMMEDIATE');
  try {
    const result = work();
    database.exec('COMMIT');
    return result;
  } catch (error) {
    rollBack(database);
    throw error;
  }
}

/** A full disk may have ended the transaction already. */
function rollBack(database: SqliteDatabase): void {
  try {
    database.exec('ROLLBACK');
  } catch {
    // Nothing is left to roll back.
  }
}
