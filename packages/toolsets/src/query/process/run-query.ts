import type { DuckDBConnection, DuckDBPreparedStatement, DuckDBResult } from '@duckdb/node-api';
import { problemOfSql, type KnownTables } from './check-sql.js';
import { jsonConverter, type DuckDb } from './json-value.js';
import type { JobTable, QueryColumn, QueryJob, QueryReply, QueryRows, TableSample } from './query-job.js';
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
    const rows = await readRows(duckdb, await statement.stream(), job);
    return { kind: 'rows', result: { ...rows, skippedLines: await skippedLines(connection, job.tables) } };
  } catch (error) {
    const reply = problemOf(error, job.tables);
    return reply.kind === 'problem' ? { ...reply, samples: await samplesOf(duckdb, connection, job.tables) } : reply;
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
    await connection.run(await viewOf(connection, table));
    return undefined;
  } catch (error) {
    return problemOfTable(error, table);
  }
}

async function viewOf(connection: DuckDBConnection, table: JobTable): Promise<string> {
  const rows = skips(table) ? await validLines(connection, table) : `SELECT * FROM ${readerOf(table)}`;
  return `CREATE VIEW "${table.name.replaceAll('"', '""')}" AS ${rows}`;
}

function skips({ format, skipBadLines }: JobTable): boolean {
  return format === 'jsonl' && skipBadLines;
}

/**
 * Reads the valid lines alone. DuckDB can skip a line of JSON itself, but one that ends too early
 * takes the next one with it.
 */
async function validLines(connection: DuckDBConnection, table: JobTable): Promise<string> {
  const lines = `${readerOf({ ...table, format: 'lines' })} WHERE json_valid(line)`;
  const reader = await connection.runAndReadAll(`SELECT json_group_structure(line::JSON) FROM ${lines}`);
  const structure = String(reader.getRows()[0]?.[0]);
  if (!structure.startsWith('{"')) return `SELECT line FROM ${lines}`;
  return `SELECT unnest(json_transform(line::JSON, ${quoted(structure)})) FROM ${lines}`;
}

async function skippedLines(
  connection: DuckDBConnection,
  tables: readonly JobTable[],
): Promise<Record<string, number>> {
  const skipped: Record<string, number> = {};
  for (const table of tables.filter(skips)) {
    const lines = readerOf({ ...table, format: 'lines' });
    const reader = await connection.runAndReadAll(
      `SELECT count(*) FROM ${lines} WHERE trim(line) <> '' AND NOT json_valid(line)`,
    );
    skipped[table.name] = Number(reader.getRows()[0]?.[0]);
  }
  return skipped;
}

function readerOf({ source, format, gzip, text }: Pick<JobTable, 'source' | 'format' | 'gzip' | 'text'>): string {
  const path = quoted(source);
  if (format === 'parquet') return `read_parquet(${path})`;
  const compression = `compression = '${gzip ? 'gzip' : 'uncompressed'}'`;
  if (format === 'lines') return `read_csv(${path}, ${compression}, ${ONE_COLUMN})`;
  if (format === 'csv') return `read_csv(${path}, ${compression}, all_varchar = ${String(text)}, sample_size = -1)`;
  const layout = format === 'jsonl' ? 'newline_delimited' : 'auto';
  return `read_json(${path}, ${compression}, format = '${layout}', sample_size = -1)`;
}

/** A line has one column: its separator is a control character. */
const ONE_COLUMN =
  "columns = {'line': 'VARCHAR'}, delim = '\u0001', nullstr = '\u0002', quote = '', escape = '', header = false, " +
  'auto_detect = false, strict_mode = false';

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

async function readRows(duckdb: DuckDb, result: DuckDBResult, job: QueryJob): Promise<Omit<QueryRows, 'skippedLines'>> {
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

/** Returns what a model must know to correct a query. A table that cannot be read has no sample. */
async function samplesOf(
  duckdb: DuckDb,
  connection: DuckDBConnection,
  tables: readonly JobTable[],
): Promise<TableSample[]> {
  const samples: TableSample[] = [];
  for (const { name } of tables.slice(0, MOST_SAMPLES)) {
    try {
      const result = await connection.run(`SELECT * FROM "${name.replaceAll('"', '""')}" LIMIT ${String(SAMPLE_ROWS)}`);
      const chunk = await result.fetchChunk();
      const indices = Array.from({ length: chunk?.rowCount ?? 0 }, (_, index) => index);
      const convert = jsonConverter(duckdb);
      const rows = indices.map((index) => (chunk?.convertRowValues(index, convert) ?? []).map(shortCell));
      samples.push({ name, columns: columnsOf(result), rows });
    } catch {
      // The query failed, and its own message says why.
    }
  }
  return samples;
}

const MOST_SAMPLES = 5;
const SAMPLE_ROWS = 2;
const LONGEST_CELL = 60;

function shortCell(value: unknown): unknown {
  const text = typeof value === 'string' ? value : JSON.stringify(value ?? null);
  return text.length > LONGEST_CELL ? `${text.slice(0, LONGEST_CELL)}...`.toWellFormed() : value;
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
