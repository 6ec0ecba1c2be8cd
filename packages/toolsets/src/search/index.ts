/*
 * Searches the web: Brave, Tavily, SearxNG, or your own engine.
 */

export { BraveSearch, type BraveSearchSettings } from './engines/brave-search.js';
export { SearxngSearch, type SearxngSearchSettings } from './engines/searxng-search.js';
export { TavilySearch, type TavilySearchSettings } from './engines/tavily-search.js';
export type { EngineResult, Freshness, SearchEngine, SearchRequest } from './search-engine.js';
export { SearchOptions, type SearchSettings } from './search-options.js';
export { SearchToolset, type SearchResult } from './search.toolset.js';
export { searchToolset } from './search-toolset.js';
export { toolsets, type Tools } from './toolsets.gen.js';
