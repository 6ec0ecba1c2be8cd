/*
 * Tables in memory: read, filter, aggregate, transform.
 */

export type { Metric, MetricOperation } from './aggregate-rows.js';
export type { DataRow } from './data-row.js';
export { DataToolset, type Records } from './data.toolset.js';
export { dataToolset } from './data-toolset.js';
export type { ComparisonOperator, Condition } from './filter-rows.js';
export type { DataFormat, ParsedData } from './parse-data.js';
export { toolsets, type Tools } from './toolsets.gen.js';
