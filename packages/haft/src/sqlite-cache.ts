/*
 * A cache of results in a file of SQLite.
 */

export { SqliteCache, type SqliteCacheOptions } from '@haft/runtime/sqlite-cache';
