import type { DuckDBConnection, DuckDBPreparedStatement, DuckDBResult } from '@duckdb/node-api';
import { problemOfSql, type KnownTables } from './check-sql.js';
import { jsonConverter, type DuckDb } from './json-value.js';
import type { JobTable, QueryColumn, QueryJob, QueryReply, QueryRows } from './query-job.js';
import { problemOf, problemOfTable } from './problem-of.js';

/**
 * Runs one query. The tables are views of files that this code names. Then DuckDB can open no other
 * file, and its settings are locked, before it reads the query of a model.
 */
export async function runQuery(duckdb: DuckDb, job: QueryJob): Promise<QueryReply> {
  const instance = await duckdb.DuckDBInstance.create(':memory:', settingsOf(job));
  const connection = await instance.connect();
  try {
    await lockDown(connection, job.tables);
    for (const table of job.tables) {
      const problem = await createView(connection, table);
      if (problem !== undefined) return problem;
    }
    await connection.run('SET lock_configuration = true');
    const tables = await knownTables(connection, job.tables);
    const problem = problemOfSql(await serialize(connection, job.sql), tables);
    if (problem !== undefined) return { kind: 'problem', message: problem };
    const statement = await prepare(duckdb, connection, job.sql);
    if (statement === undefined) return { kind: 'problem', message: 'Only one SELECT query is allowed.' };
    return { kind: 'rows', result: await readRows(duckdb, await statement.stream(), job) };
  } catch (error) {
    return problemOf(error, job.tables);
  } finally {
    connection.closeSync();
    instance.closeSync();
  }
}

function settingsOf({ memoryBytes, threads }: QueryJob): Record<string, string> {
  return {
    // The other half is for Node.js, the result, and memory that DuckDB does not count.
    memory_limit: `${String(Math.floor(memoryBytes / 2))}B`,
    threads: String(threads),
    // Nothing moves to the disk.
    temp_directory: '',
    max_temp_directory_size: '0B',
    autoinstall_known_extensions: 'false',
    autoload_known_extensions: 'false',
    allow_community_extensions: 'false',
    allow_persistent_secrets: 'false',
  };
}

async function lockDown(connection: DuckDBConnection, tables: readonly JobTable[]): Promise<void> {
  const paths = tables.map(({ source }) => quoted(source));
  await connection.run(`SET allowed_paths = [${paths.join(', ')}]`);
  await connection.run('SET enable_external_access = false');
}

/** Returns the problem if the file cannot be read. */
async function createView(connection: DuckDBConnection, table: JobTable): Promise<QueryReply | undefined> {
  try {
    await connection.run(viewOf(table));
    return undefined;
  } catch (error) {
    return problemOfTable(error, table);
  }
}

function viewOf({ name, source, format, gzip, text }: JobTable): string {
  return `CREATE VIEW "${name.replaceAll('"', '""')}" AS SELECT * FROM ${readerOf({ source, format, gzip, text })}`;
}

function readerOf({ source, format, gzip, text }: Pick<JobTable, 'source' | 'format' | 'gzip' | 'text'>): string {
  const path = quoted(source);
  if (format === 'parquet') return `read_parquet(${path})`;
  const compression = `compression = '${gzip ? 'gzip' : 'uncompressed'}'`;
  if (format === 'csv') return `read_csv(${path}, ${compression}, all_varchar = ${String(text)}, sample_size = -1)`;
  const layout = format === 'jsonl' ? 'newline_delimited' : 'auto';
  return `read_json(${path}, ${compression}, format = '${layout}', sample_size = -1)`;
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}

async function knownTables(connection: DuckDBConnection, tables: readonly JobTable[]): Promise<KnownTables> {
  // A query finds the views of `information_schema` only by this name.
  const reader = await connection.runAndReadAll(
    "SELECT lower(view_name) FROM duckdb_views() WHERE internal AND schema_name <> 'information_schema'",
  );
  return {
    own: new Set(tables.map(({ name }) => name.toLowerCase())),
    internal: new Set(reader.getRows().map(([name]) => String(name))),
  };
}

async function serialize(connection: DuckDBConnection, sql: string): Promise<string> {
  const reader = await connection.runAndReadAll('SELECT json_serialize_sql($1::VARCHAR)', [sql]);
  return String(reader.getRows()[0]?.[0]);
}

/** Prepares the query. Returns undefined if it is not one SELECT. */
async function prepare(
  duckdb: DuckDb,
  connection: DuckDBConnection,
  sql: string,
): Promise<DuckDBPreparedStatement | undefined> {
  const statements = await connection.extractStatements(sql);
  if (statements.count !== 1) return undefined;
  const statement = await statements.prepare(0);
  return statement.statementType === duckdb.StatementType.SELECT ? statement : undefined;
}

async function readRows(duckdb: DuckDb, result: DuckDBResult, job: QueryJob): Promise<QueryRows> {
  const columns = columnsOf(result);
  const convert = jsonConverter(duckdb);
  const rows: (readonly unknown[])[] = [];
  let characters = JSON.stringify(columns).length;
  if (characters > job.maxCharacters) {
    throw new Error(`The columns have more than ${String(job.maxCharacters)} characters. Select fewer of them.`);
  }
  for (;;) {
    const chunk = await result.fetchChunk();
    if (chunk === null || chunk.rowCount === 0) return { columns, rows, truncated: false };
    for (let index = 0; index < chunk.rowCount; index += 1) {
      const row = chunk.convertRowValues(index, convert);
      // The keys of a record count too.
      characters += JSON.stringify(row).length + columns.reduce((sum, { name }) => sum + name.length + 3, 0);
      if (rows.length === job.maxRows || characters > job.maxCharacters) return { columns, rows, truncated: true };
      rows.push(row);
    }
  }
}

/** Makes the names unique, because a record has each name once. */
function columnsOf(result: DuckDBResult): QueryColumn[] {
  const taken = new Set<string>();
  return result.columnNames().map((given, index) => {
    let name = given;
    for (let number = 2; taken.has(name); number += 1) name = `${given}_${String(number)}`;
    taken.add(name);
    return { name, type: result.columnType(index).toString() };
  });
}
