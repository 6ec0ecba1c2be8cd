export { SqliteReferences, type SqliteReferencesOptions } from '@haft/runtime/sqlite-references';
