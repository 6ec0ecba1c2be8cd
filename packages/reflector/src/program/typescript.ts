/*
 * The only access to TypeScript: the copy of typescript-json-schema, because objects of two copies
 * do not mix. Never the project's copy. Loading it takes a third of a second, so only code that
 * reads a project imports this file.
 */
export { ts } from 'typescript-json-schema';
