import { refuseUnknownOptions, type OptionNames } from '@haft/core';
import type { EngineResult, SearchEngine, SearchRequest } from '../search-engine.js';
import { askEngine } from './ask-engine.js';
import { engineUrl, requireKey } from './engine-settings.js';
import { entriesOf } from './entries-of.js';

/** Settings of {@link TavilySearch}. */
export interface TavilySearchSettings {
  /** The key of your account. */
  readonly apiKey: string;
  /** The address before `/search`. Default: `https://api.tavily.com`. */
  readonly baseUrl?: string;
  /** How thoroughly Tavily searches. Default: `basic`. */
  readonly depth?: 'basic' | 'advanced';
}

/**
 * The Search API of Tavily.
 *
 * @see https://docs.tavily.com/documentation/api-reference/endpoint/search
 */
export class TavilySearch implements SearchEngine {
  readonly name = 'Tavily';
  private readonly url: URL;
  private readonly key: string;

  /** @throws {HaftError} `HAFT_INVALID_OPTION` if a setting is invalid */
  constructor(private readonly settings: TavilySearchSettings) {
    refuseUnknownOptions('TavilySearch', settings, SETTINGS);
    this.key = requireKey('TavilySearch', settings.apiKey);
    this.url = engineUrl('TavilySearch', settings.baseUrl ?? 'https://api.tavily.com', '/search');
  }

  /** Searches. See `SearchEngine.search`. */
  async search(query: string, { maxResults, freshness, signal }: SearchRequest): Promise<readonly EngineResult[]> {
    const { name, url } = this;
    const body = JSON.stringify({
      query,
      max_results: maxResults,
      search_depth: this.settings.depth ?? 'basic',
      time_range: freshness,
    });
    const headers = { authorization: `Bearer ${this.key}`, 'content-type': 'application/json' };
    const reply = await askEngine({ name, url, method: 'POST', headers, body, signal });
    return entriesOf(reply['results'], 'content', name);
  }
}

const SETTINGS: OptionNames<TavilySearchSettings> = {
  apiKey: true,
  baseUrl: true,
  depth: true,
};
