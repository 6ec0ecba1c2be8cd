import { ModelRetry, refuseUnknownOptions, type OptionNames } from '@haft/core';
import { isObject } from '@haft/schema/internal';
import type { EngineResult, SearchEngine, SearchRequest } from '../search-engine.js';
import { askEngine } from './ask-engine.js';
import { engineUrl, requireKey, withQuery } from './engine-settings.js';
import { entriesOf } from './entries-of.js';

/** Settings of {@link BraveSearch}. */
export interface BraveSearchSettings {
  /** The key of your account. */
  readonly apiKey: string;
  /** The address before `/web/search`. Default: `https://api.search.brave.com/res/v1`. */
  readonly baseUrl?: string;
  /** The country of the results, such as `de`. Default: that of the service. */
  readonly country?: string;
  /** The language of the results, such as `en`. Default: that of the service. */
  readonly language?: string;
}

/**
 * The Web Search API of Brave.
 *
 * @see https://api-dashboard.search.brave.com/app/documentation/web-search/get-started
 */
export class BraveSearch implements SearchEngine {
  readonly name = 'Brave';
  private readonly url: URL;
  private readonly key: string;

  /** @throws {HaftError} `HAFT_INVALID_OPTION` if a setting is invalid */
  constructor(private readonly settings: BraveSearchSettings) {
    refuseUnknownOptions('BraveSearch', settings, SETTINGS);
    this.key = requireKey('BraveSearch', settings.apiKey);
    this.url = engineUrl('BraveSearch', settings.baseUrl ?? 'https://api.search.brave.com/res/v1', '/web/search');
  }

  /** Searches. See `SearchEngine.search`. */
  async search(query: string, { maxResults, freshness, signal }: SearchRequest): Promise<readonly EngineResult[]> {
    const { country, language } = this.settings;
    if (query.trim().split(/\s+/).length > MOST_WORDS) {
      throw new ModelRetry(`query has more than ${String(MOST_WORDS)} words. Search with fewer.`);
    }
    const url = withQuery(this.url, {
      q: query,
      count: String(maxResults),
      freshness: freshness === undefined ? undefined : `p${freshness.charAt(0)}`,
      country,
      search_lang: language,
    });
    const { name } = this;
    const reply = await askEngine({ name, url, headers: { 'x-subscription-token': this.key }, signal });
    // Without a result, the reply has no `web`.
    const web = reply['web'] ?? { results: [] };
    return entriesOf(isObject(web) ? web['results'] : undefined, 'description', name);
  }
}

/** The limit of the API. */
const MOST_WORDS = 50;

const SETTINGS: OptionNames<BraveSearchSettings> = {
  apiKey: true,
  baseUrl: true,
  country: true,
  language: true,
};
