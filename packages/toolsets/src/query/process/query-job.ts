/** How the content of a table file is read. */
export type TableFormat = 'csv' | 'json' | 'jsonl' | 'parquet' | 'lines';

/** A table of a query, as the process that runs the query finds it. */
export interface JobTable {
  readonly name: string;
  /** The path of a descriptor that the process inherits. */
  readonly source: string;
  /** The path that the model knows, for error messages. */
  readonly shown: string;
  readonly format: TableFormat;
  readonly gzip: boolean;
  /** Whether the columns of a CSV file stay text. */
  readonly text: boolean;
  /** Whether lines of JSON lines that are not valid are left out. */
  readonly skipBadLines: boolean;
}

/** The input of a process: one query with its tables and limits. */
export interface QueryJob {
  readonly sql: string;
  readonly tables: readonly JobTable[];
  /** Most rows to return. */
  readonly maxRows: number;
  /** Most characters of the rows as JSON. */
  readonly maxCharacters: number;
  /** Memory of the whole process, in bytes. */
  readonly memoryBytes: number;
  /** Threads that DuckDB uses. */
  readonly threads: number;
}

/** A column of a result. */
export interface QueryColumn {
  name: string;
  /** The type as DuckDB writes it, such as `DECIMAL(18,2)`. */
  type: string;
}

/** The result of a query. The rows are lists, in the order of the columns. */
export interface QueryRows {
  readonly columns: QueryColumn[];
  readonly rows: readonly (readonly unknown[])[];
  readonly truncated: boolean;
  /** The lines that were left out, by table. */
  readonly skippedLines: Readonly<Record<string, number>>;
}

/** The columns and the first rows of a table, for a query that failed. */
export interface TableSample {
  readonly name: string;
  readonly columns: QueryColumn[];
  readonly rows: readonly (readonly unknown[])[];
}

/** The answer of a process: rows, or the problem of the query. */
export type QueryReply =
  | { readonly kind: 'rows'; readonly result: QueryRows }
  | { readonly kind: 'problem'; readonly message: string; readonly samples?: readonly TableSample[] }
  | { readonly kind: 'memory' };

/** The exit code of a process that used up its memory. */
export const MEMORY_EXIT = 70;
