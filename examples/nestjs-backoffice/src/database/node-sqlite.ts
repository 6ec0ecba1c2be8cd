type Value = string | number | bigint | Uint8Array | null;

/** The used part of `node:sqlite`. The types of Node 20 lack it. */
interface Database {
  exec(sql: string): void;
  prepare(sql: string): {
    all(...values: readonly Value[]): unknown[];
    run(...values: readonly Value[]): { readonly changes: number; readonly lastInsertRowid: number };
  };
  close(): void;
}

/** A statement, as TypeORM uses it. */
interface Statement {
  /** Whether it returns rows. */
  readonly reader: boolean;
  all(...values: readonly Value[]): unknown[];
  run(...values: readonly Value[]): { readonly changes: number; readonly lastInsertRowid: number };
}

/**
 * The SQLite of Node with the interface of the package `better-sqlite3`, for the `driver` option of
 * TypeORM. Several processes may open the same file.
 */
export class NodeSqlite {
  private readonly database: Database;

  constructor(file: string) {
    const { DatabaseSync } = process.getBuiltinModule('node:sqlite') as unknown as {
      readonly DatabaseSync: new (file: string) => Database;
    };
    this.database = new DatabaseSync(file);
    // A process waits while another one writes.
    this.database.exec('PRAGMA busy_timeout = 5000');
  }

  prepare(sql: string): Statement {
    const statement = this.database.prepare(sql);
    return {
      reader: /^\s*(?:select|pragma|with)\b|\breturning\b/i.test(sql),
      all: (...values) => statement.all(...values),
      run: (...values) => statement.run(...values),
    };
  }

  pragma(text: string): unknown[] {
    return this.database.prepare(`PRAGMA ${text}`).all();
  }

  exec(sql: string): void {
    this.database.exec(sql);
  }

  close(): void {
    this.database.close();
  }
}
