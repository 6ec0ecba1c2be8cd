/** A change of the tables. Migrations are never changed, only added. */
export interface Migration {
  readonly version: number;
  readonly name: string;
  readonly sql: string;
}

/** Migrations that are applied together, in one order. */
export interface MigrationSet {
  /** The table of applied migrations. */
  readonly versions: string;
  /** The owner of the tables, for messages: `the ledger`. */
  readonly owner: string;
  /** The package that has the migrations, for hints: `@haft/durable`. */
  readonly from: string;
  readonly migrations: readonly Migration[];
}
