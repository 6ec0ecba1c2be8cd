import { fromInstance, type ComposedToolset } from '@haft/runtime';
import { SearchOptions, type SearchSettings } from './search-options.js';
import { SearchToolset } from './search.toolset.js';
import { toolsets, type Tools } from './toolsets.gen.js';

/**
 * Makes the tool `web_search`.
 *
 * @throws {HaftError} `HAFT_INVALID_OPTION` if a setting is invalid
 * @example searchToolset({ engine: new BraveSearch({ apiKey: process.env.BRAVE_KEY }) })
 */
export function searchToolset(settings: SearchSettings): ComposedToolset<Tools> {
  return fromInstance(new SearchToolset(new SearchOptions(settings)), toolsets);
}
