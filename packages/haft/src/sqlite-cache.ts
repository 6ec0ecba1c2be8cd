export { SqliteCache, type SqliteCacheOptions } from '@haft/runtime/sqlite-cache';
