/*
 * The only door to TypeScript: the very copy that typescript-json-schema brings, since objects of two copies do not mix,
 * and never the project's own. Loading it costs a third of a second, so only what really reads a project imports this file.
 */
export { ts } from 'typescript-json-schema';
