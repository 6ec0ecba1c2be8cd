import { linkSync, mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Run } from '@haft/runtime';
import { ask, newFolder, queryRun, removeFolders, type Files } from './query-run.js';

const SECRET = 'canary-5c1d';
const outside = newFolder();
const root = join(outside, 'root');
const secret = join(outside, 'secret.csv');
let run: Run;

beforeAll(() => {
  mkdirSync(root);
  mkdirSync(join(root, 'private'));
  writeFileSync(secret, `key\n${SECRET}\n`);
  writeFileSync(join(root, 'private', 'keys.csv'), `key\n${SECRET}\n`);
  writeFileSync(join(root, 't.csv'), 'a\n1\n');
  symlinkSync(secret, join(root, 'link.csv'));
  symlinkSync(outside, join(root, 'folder'));
  linkSync(secret, join(root, 'hard.csv'));
  process.env['HAFT_QUERY_SECRET'] = SECRET;
  run = queryRun({ root, deny: ['private'] });
});

afterAll(() => {
  delete process.env['HAFT_QUERY_SECRET'];
  removeFolders();
});

const t = { t: 't.csv' };
const target = join(root, 'made');

/** Attacks by SQL. None may succeed. */
const SQL: readonly string[] = [
  // Files
  `SELECT * FROM read_csv('${secret}')`,
  `SELECT * FROM read_csv_auto(['${secret}'])`,
  `SELECT * FROM read_text('${secret}')`,
  `SELECT * FROM read_blob('${secret}')`,
  `SELECT * FROM read_json('${secret}')`,
  `SELECT * FROM read_ndjson_objects('${secret}')`,
  `SELECT * FROM read_parquet('${secret}')`,
  `SELECT * FROM parquet_metadata('${secret}')`,
  `SELECT * FROM sniff_csv('${secret}')`,
  `SELECT * FROM glob('${outside}/*')`,
  `SELECT * FROM '${secret}'`,
  `SELECT * FROM "${secret}"`,
  `SELECT * FROM read_text('/proc/self/environ')`,
  `SELECT * FROM read_text('/proc/self/fd/0')`,
  `WITH x AS (SELECT * FROM read_text('${secret}')) SELECT * FROM x`,
  `SELECT (SELECT content FROM read_text('${secret}'))`,
  `SELECT * FROM t, LATERAL (SELECT * FROM read_text('${secret}'))`,
  `DESCRIBE SELECT * FROM read_csv('${secret}')`,
  `SUMMARIZE SELECT * FROM read_csv('${secret}')`,
  `SELECT * FROM (PIVOT read_csv('${secret}') ON key USING count(*))`,
  `SELECT * FROM t WHERE EXISTS (FROM read_text('${secret}'))`,
  `SELECT * FROM t UNION ALL SELECT content FROM READ_TEXT('${secret}')`,
  `SELECT * FROM main.read_text('${secret}')`,
  `SELECT * FROM "read_text"('${secret}')`,
  // SQL in text
  `SELECT * FROM query('SELECT * FROM read_text(''${secret}'')')`,
  `SELECT * FROM query_table('${secret}')`,
  `SELECT * FROM query_table(['t'])`,
  `SELECT * FROM json_execute_serialized_sql(json_serialize_sql('SELECT * FROM read_text(''${secret}'')'))`,
  // Other statements
  `COPY t TO '${target}.csv'`,
  `COPY (SELECT 1) TO '${target}.parquet' (FORMAT parquet)`,
  `EXPORT DATABASE '${target}'`,
  `IMPORT DATABASE '${outside}'`,
  `ATTACH '${target}.db' AS other`,
  `ATTACH ':memory:' AS other`,
  `CREATE TABLE x AS SELECT 1`,
  `CREATE OR REPLACE VIEW t AS SELECT 2 AS a`,
  `CREATE MACRO range(a) AS TABLE SELECT * FROM read_text('${secret}')`,
  `CREATE SECRET s (TYPE http, BEARER_TOKEN 'x')`,
  `INSERT INTO t VALUES (1)`,
  `DROP VIEW t`,
  `INSTALL httpfs`,
  `LOAD httpfs`,
  `LOAD '${target}.duckdb_extension'`,
  `SET enable_external_access = true`,
  `SET lock_configuration = false`,
  `SET VARIABLE x = 1`,
  `RESET allowed_paths`,
  `PRAGMA enable_profiling`,
  `PRAGMA database_list`,
  `CALL pragma_version()`,
  `CALL enable_logging(storage = 'file', storage_path = '${target}')`,
  `EXPLAIN ANALYZE SELECT 1`,
  `PREPARE q AS SELECT 1`,
  `EXECUTE q`,
  `BEGIN TRANSACTION`,
  `CHECKPOINT`,
  `VACUUM`,
  `USE memory`,
  `SELECT 1; SELECT 2`,
  `SELECT 1; SET enable_external_access = true; SELECT * FROM read_text('${secret}')`,
  `SELECT 1;; COPY t TO '${target}'`,
  // Functions with effects, settings, the environment, the network, the memory of the process
  `SELECT * FROM enable_logging(storage = 'file', storage_path = '${target}')`,
  `SELECT * FROM enable_profiling(save_location = '${target}')`,
  `SELECT * FROM duckdb_settings()`,
  `SELECT * FROM duckdb_secrets()`,
  `SELECT * FROM duckdb_extensions()`,
  `SELECT * FROM arrow_scan(1, 2, 3)`,
  `SELECT * FROM arrow_scan_dumb(1::UBIGINT, 2::UBIGINT, 3::UBIGINT)`,
  `SELECT * FROM seq_scan('t')`,
  `SELECT getenv('HAFT_QUERY_SECRET')`,
  `SELECT * FROM read_csv('http://127.0.0.1:1/x.csv')`,
  `SELECT * FROM 'https://example.com/x.parquet'`,
  `SELECT * FROM 's3://bucket/x.parquet'`,
  `SELECT * FROM sqlite_scan('${secret}', 't')`,
  `SELECT * FROM postgres_scan('host=127.0.0.1', 'public', 't')`,
  `SELECT current_setting('s3_secret_access_key')`,
  `SELECT current_setting('allowed_paths')`,
  `SELECT "CURRENT_SETTING"('allowed_paths')`,
  `SELECT pg_catalog.current_setting('allowed_paths')`,
  `SELECT a FROM t WHERE a = len(current_setting('allowed_paths'))`,
  `SELECT * FROM pg_settings`,
  `SELECT * FROM PG_Settings`,
  `SELECT * FROM pg_catalog.pg_settings`,
  `SELECT * FROM system.pg_catalog.pg_settings`,
  `SELECT * FROM pg_catalog.t`,
  `SUMMARIZE pg_settings`,
  `SUMMARIZE pg_catalog.pg_settings`,
  `SELECT * FROM t WHERE EXISTS (FROM pg_settings)`,
  `WITH pg_settings AS (FROM pg_settings) FROM pg_settings`,
  `SELECT * FROM (PIVOT pg_settings ON name USING count(*))`,
  `SELECT * FROM duckdb_views`,
  `SELECT * FROM duckdb_logs`,
  `SELECT * FROM sqlite_master`,
  `SELECT * FROM information_schema.views`,
  // Broken and hostile text
  `SELECT * FROM t WHERE a = \u0000 OR 1=1`,
  `${'('.repeat(9_000)}SELECT 1`,
  `SELECT ${'-'.repeat(10)}`,
  `SELECT $1`,
];

it.each(SQL)('rejects %j [TOOL-25]', async (sql) => {
  const before = [readdirSync(outside), readdirSync(root)];
  const answer = await ask(run, sql, t);
  expect(answer).not.toMatch(/^success/);
  expect(answer).not.toContain(SECRET);
  expect([readdirSync(outside), readdirSync(root)]).toEqual(before);
});

it('finds everything as it was after them [TOOL-25]', async () => {
  expect(await ask(run, 'FROM t', t)).toBe('success: 1 record:\na\n1');
});

const PATHS: readonly Files[] = [
  { t: '../secret.csv' },
  { t: 'x/../../secret.csv' },
  { t: secret },
  { t: '/proc/self/environ' },
  { t: 'link.csv' },
  { t: 'folder/secret.csv' },
  { t: 'hard.csv' },
  { t: 'private/keys.csv' },
  { t: 'PRIVATE/keys.csv' },
  { t: 't.csv\u0000.csv' },
  { t: '*.csv' },
  { t: `t.csv', '${secret}` },
  { t: `file:${secret}` },
  { t: 'http://127.0.0.1:1/x.csv' },
  { t: 'https://example.com/x.parquet' },
  { t: '.' },
  { t: '' },
];

it.each(PATHS)('rejects the file of %j [TOOL-25]', async (files) => {
  const answer = await ask(run, 'FROM t', files);
  expect(answer).toMatch(/^(retry|failed): /);
  expect(answer).not.toContain(SECRET);
});

it.each([
  `t"; COPY (SELECT 1) TO '${target}'; --`,
  `t" AS SELECT content FROM read_text('${secret}') --`,
  "t'",
  '"',
  'read_text',
  'a b.c',
])('takes %j as the name of a table, and nothing else [TOOL-25]', async (name) => {
  const before = readdirSync(root);
  const quoted = `"${name.replaceAll('"', '""')}"`;
  expect(await ask(run, `FROM ${quoted}`, { [name]: 't.csv' })).toBe('success: 1 record:\na\n1');
  expect(readdirSync(root)).toEqual(before);
});

it('does not let names of files or tables reach the SQL of Haft [TOOL-25]', async () => {
  const name = `x') AS SELECT content FROM read_text('${'/etc/hostname'}'); --.csv`.replaceAll('/', '_');
  writeFileSync(join(root, name), 'a\n1\n');
  expect(await ask(run, 'FROM t', { t: name })).toBe('success: 1 record:\na\n1');
});
