import { isObject } from '@haft/schema/internal';

/**
 * Turns on the write-ahead log of a database. Tries again while another process has the database:
 * SQLite does not wait for its lock here, whatever its `busy_timeout` is.
 *
 * @param waitMs - after this time the error of SQLite is thrown
 */
export function writeAhead(database: { exec(sql: string): void }, waitMs: number): void {
  const end = performance.now() + waitMs;
  for (;;) {
    try {
      database.exec('PRAGMA journal_mode = WAL');
      return;
    } catch (error) {
      if (!isBusy(error) || performance.now() >= end) throw error;
      Atomics.wait(CLOCK, 0, 0, PAUSE_MS);
    }
  }
}

/** Its value never changes, so that a wait for it takes all of its time. */
const CLOCK = new Int32Array(new SharedArrayBuffer(4));
const PAUSE_MS = 5;

function isBusy(error: unknown): boolean {
  return isObject(error) && error['errcode'] === SQLITE_BUSY;
}

/** See https://www.sqlite.org/rescode.html#busy. */
const SQLITE_BUSY = 5;
