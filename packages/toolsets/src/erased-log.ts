import { setTimeout as pause } from 'node:timers/promises';
import type { SqliteFile } from '@haft/runtime/sqlite';

/** The write-ahead log of a file, which keeps deleted texts until it is emptied. */
export class ErasedLog {
  private erasing: Promise<void> | undefined;
  private isClosed = false;

  constructor(private readonly file: SqliteFile) {}

  /** Whether another connection still keeps deleted texts in the log. */
  get isErasing(): boolean {
    return this.erasing !== undefined;
  }

  /**
   * Empties the log. If another connection reads it, waits for some time. After that, it is emptied
   * when the reader has ended.
   */
  async erase(): Promise<void> {
    if (this.erasing === undefined && this.empty()) return;
    this.erasing ??= this.eraseLater();
    const timer = new AbortController();
    await Promise.race([this.erasing, pause(LONGEST_WAIT_MS, undefined, { signal: timer.signal }).catch(ignore)]);
    timer.abort();
  }

  /** Stops waiting. SQLite empties the log when the last connection is closed. */
  close(): void {
    this.isClosed = true;
  }

  private async eraseLater(): Promise<void> {
    for (let pauseMs = 5; !this.isClosed && !this.empty(); pauseMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS))
      await pause(pauseMs, undefined, { ref: false });
    this.erasing = undefined;
  }

  private empty(): boolean {
    try {
      // It does not wait: `busy` says that another connection uses the log.
      const [row] = this.file.database.prepare('PRAGMA wal_checkpoint(TRUNCATE)').all();
      return row?.['busy'] === 0;
    } catch {
      // Another connection has the whole file. A later attempt follows.
      return false;
    }
  }
}

const LONGEST_WAIT_MS = 2_000;
const LONGEST_PAUSE_MS = 250;

function ignore(): void {
  // The log was empty first.
}
