import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { HaftError, requireKind } from '@haft/core';
import { openSqlite, type ExtensibleSqliteDatabase, type SqliteStatement, type SqliteValue } from './open-sqlite.js';
import { isBusy, storeFailure } from './store-failure.js';

/** Options of {@link SqliteFile}. */
export interface SqliteFileOptions {
  /** The class that needs SQLite, for the message of an error. */
  readonly who: string;
  /** Other stores, for the hint of an error. */
  readonly instead: string;
  /** Creates the tables. Runs again if another connection has the lock. */
  readonly setUp: (database: ExtensibleSqliteDatabase) => void;
  /**
   * Throws if a newer version has changed the tables. Runs before each work, so it must be fast.
   */
  readonly verify?: (file: SqliteFile) => void;
  /** Whether the database can load extensions. Turn it off when yours is loaded. Default: no. */
  readonly allowExtensions?: boolean;
  /** How long work waits for the lock of another connection, in milliseconds. Default: 5,000. */
  readonly waitMs?: number;
}

/**
 * A database of SQLite that never waits in the event loop. If another connection has the lock, work
 * is tried again after pauses. Readers do not wait for a writer (`WAL`).
 */
export class SqliteFile {
  readonly database: ExtensibleSqliteDatabase;
  private readonly file: string;
  private readonly statements = new Map<string, SqliteStatement>();
  /** The last write. Others begin after it, in their order. */
  private last: Promise<unknown> | undefined;
  private isSetUp = false;
  private readonly inodes = new Map<string, string>();

  /**
   * @param file - the path, or `:memory:`
   * @throws {HaftError} `HAFT_NODE_VERSION` if this version of Node has no SQLite
   * @throws {HaftError} `HAFT_STORE_FAILED` if the file cannot be opened
   */
  constructor(
    file: string,
    private readonly options: SqliteFileOptions,
  ) {
    requireKind(`The file of ${options.who}`, file, 'a string');
    // The folder of the process may change.
    this.file = file === ':memory:' ? file : resolve(file);
    try {
      this.database = openSqlite(file, options);
    } catch (error) {
      throw this.failure(error);
    }
    try {
      this.prepareTables();
    } catch (error) {
      // Its lock may be free when the store is used.
      if (isBusy(error)) return;
      this.database.close();
      throw this.failure(error);
    }
  }

  /** Reads, also while other work writes. */
  async read<Result>(work: () => Result): Promise<Result> {
    return this.attempt(work, this.deadline());
  }

  /** Writes, after the writes before. Each `work` is one statement, or begins a transaction. */
  write<Result>(work: () => Result): Promise<Result> {
    const deadline = this.deadline();
    const result =
      this.last === undefined ? this.attempt(work, deadline) : this.last.then(() => this.attempt(work, deadline));
    const last: Promise<unknown> = result.then(ignore, ignore).then(() => {
      if (this.last === last) this.last = undefined;
    });
    this.last = last;
    return result;
  }

  /** Writes in one transaction. The database is as before if `work` throws. */
  transaction<Result>(work: () => Result): Promise<Result> {
    return this.write(() => {
      this.database.exec('BEGIN IMMEDIATE');
      try {
        const result = work();
        this.database.exec('COMMIT');
        return result;
      } catch (error) {
        this.rollBack();
        throw error;
      }
    });
  }

  /** Returns a prepared statement. Use it in `work` only. */
  statement(sql: string): SqliteStatement {
    const known = this.statements.get(sql);
    if (known !== undefined) return known;
    const statement = this.database.prepare(sql);
    if (this.statements.size < MOST_STATEMENTS) this.statements.set(sql, statement);
    return statement;
  }

  /** Returns the rows of a statement. */
  all(sql: string, ...values: readonly SqliteValue[]): readonly Readonly<Record<string, unknown>>[] {
    return this.statement(sql).all(...values);
  }

  /** Returns the number of rows that a statement changed. */
  run(sql: string, ...values: readonly SqliteValue[]): number {
    return Number(this.statement(sql).run(...values).changes);
  }

  /** Returns the error for the host. */
  failure(error: unknown): unknown {
    return storeFailure(error, { who: this.options.who, file: this.file });
  }

  /** Closes the database after the writes that wait. */
  async close(): Promise<void> {
    while (this.last !== undefined) await this.last;
    this.statements.clear();
    this.database.close();
  }

  private deadline(): number {
    return performance.now() + (this.options.waitMs ?? WAIT_MS);
  }

  private async attempt<Result>(work: () => Result, deadline: number): Promise<Result> {
    for (let pauseMs = 1; ; pauseMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS)) {
      try {
        this.prepareTables();
        const result = work();
        this.requireSameFiles();
        return result;
      } catch (error) {
        if (!isBusy(error) || performance.now() >= deadline) throw this.failure(error);
      }
      // Different pauses, so that processes do not collide again.
      await pause(pauseMs * (0.5 + Math.random()));
    }
  }

  private prepareTables(): void {
    if (!this.isSetUp) {
      this.database.exec('PRAGMA journal_mode = WAL');
      this.options.setUp(this.database);
      this.requireSameFiles();
      this.isSetUp = true;
    }
    this.options.verify?.(this);
  }

  /** SQLite would write to a file that was deleted or replaced, and its writes would vanish. */
  private requireSameFiles(): void {
    if (this.file === ':memory:') return;
    for (const path of [this.file, `${this.file}-wal`]) {
      const stats = statSync(path, { throwIfNoEntry: false });
      const known = this.inodes.get(path);
      const inode = stats === undefined ? undefined : `${stats.dev}:${stats.ino}`;
      if (known === undefined) {
        if (inode !== undefined) this.inodes.set(path, inode);
      } else if (known !== inode) throw moved(this.options.who, path);
    }
  }

  private rollBack(): void {
    try {
      this.database.exec('ROLLBACK');
    } catch {
      // SQLite has ended the transaction itself, such as on a full disk.
    }
  }
}

const WAIT_MS = 5_000;
const LONGEST_PAUSE_MS = 50;
const MOST_STATEMENTS = 100;

function ignore(): void {
  // The caller of the write gets its error.
}

function moved(who: string, path: string): HaftError {
  return new HaftError('HAFT_STORE_FAILED', `The file ${path} of ${who} was deleted or replaced while it was open.`, {
    hint: 'Restore the file if you need its content, and start this process again.',
  });
}
