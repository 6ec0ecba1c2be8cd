/*
 * A store of references in a file of SQLite.
 */

export { SqliteReferences, type SqliteReferencesOptions } from '@haft/runtime/sqlite-references';
