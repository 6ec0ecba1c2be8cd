import type { EngineResult, SearchEngine, SearchRequest } from '../search-engine.js';
import { askEngine } from './ask-engine.js';
import { engineUrl, withQuery } from './engine-settings.js';
import { entriesOf } from './entries-of.js';

/** Settings of {@link SearxngSearch}. */
export interface SearxngSearchSettings {
  /** The address of your server. It can be private. */
  readonly baseUrl: string;
  /** Headers of each request, such as for a proxy before the server. Default: none. */
  readonly headers?: Readonly<Record<string, string>>;
  /** The language of the results, such as `en`. Default: that of the server. */
  readonly language?: string;
  /** Engines that the server asks, such as `['duckduckgo']`. Default: those of the server. */
  readonly engines?: readonly string[];
}

/**
 * A SearxNG server of your own. Its settings must list `json` in `search.formats`.
 *
 * @see https://docs.searxng.org/dev/search_api.html
 */
export class SearxngSearch implements SearchEngine {
  readonly name = 'SearxNG';
  private readonly url: URL;

  /** @throws {HaftError} `HAFT_INVALID_OPTION` if a setting is invalid */
  constructor(private readonly settings: SearxngSearchSettings) {
    this.url = engineUrl('SearxngSearch', settings.baseUrl, '/search');
  }

  /** Searches. See `SearchEngine.search`. */
  async search(query: string, { freshness, signal }: SearchRequest): Promise<readonly EngineResult[]> {
    const { name } = this;
    const { headers = {}, language, engines } = this.settings;
    const parameters = { q: query, format: 'json', time_range: freshness, language, engines: engines?.join(',') };
    const reply = await askEngine({ name, url: withQuery(this.url, parameters), headers, signal });
    return entriesOf(reply['results'], 'content', name);
  }
}
