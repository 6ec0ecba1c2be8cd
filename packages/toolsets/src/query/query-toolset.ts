import { fromInstance, type ComposedToolset } from '@haft/runtime';
import { QueryOptions, type QuerySettings } from './query-options.js';
import { QueryToolset } from './query.toolset.js';
import { toolsets, type Tools } from './toolsets.gen.js';

/**
 * Makes the tool `data_query`, which runs SQL over the files of one root or several named roots.
 * It needs the package `@duckdb/node-api`.
 *
 * @throws {HaftError} HAFT_INVALID_OPTION if a setting is invalid, HAFT_MISSING_PEER if DuckDB is
 *   not installed, HAFT_UNCONFINED if the platform cannot confine the tool
 * @example createRuntime({ toolsets: [toolsets, queryToolset({ root: '/srv/data' })] })
 */
export function queryToolset(settings: QuerySettings): ComposedToolset<Tools> {
  return fromInstance(new QueryToolset(new QueryOptions(settings)), toolsets);
}
