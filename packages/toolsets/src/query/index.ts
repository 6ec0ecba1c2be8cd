/*
 * SQL over files.
 */

export type { FileRoot } from '../file/file-options.js';
export type { DataRow } from '../data/data-row.js';
export type { QueryTable } from './open-tables.js';
export type { QueryColumn } from './process/query-job.js';
export { QueryOptions, type QuerySettings } from './query-options.js';
export { QueryToolset, type QueryResult } from './query.toolset.js';
export { queryToolset } from './query-toolset.js';
export { toolsets, type Tools } from './toolsets.gen.js';
