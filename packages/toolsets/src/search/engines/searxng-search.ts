import { ToolFailed, refuseUnknownOptions, type OptionNames } from '@haft/core';
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
    refuseUnknownOptions('SearxngSearch', settings, SETTINGS);
    this.url = engineUrl('SearxngSearch', settings.baseUrl, '/search');
  }

  /**
   * Searches. See `SearchEngine.search`. A server has no parameter for the number of results, so
   * further pages are asked for until there are enough.
   */
  async search(query: string, { maxResults, freshness, signal }: SearchRequest): Promise<readonly EngineResult[]> {
    const { language, engines } = this.settings;
    const parameters = { q: query, format: 'json', time_range: freshness, language, engines: engines?.join(',') };
    const found = [...(await this.page(parameters, signal))];
    for (let page = 2; page <= MOST_PAGES && found.length > 0 && found.length < maxResults; page += 1) {
      const more = await this.page({ ...parameters, pageno: String(page) }, signal).catch((error: unknown) => {
        // The results of the pages before are better than none.
        if (error instanceof ToolFailed && !signal.aborted) return [];
        throw error;
      });
      const fresh = more.filter(({ url }) => found.every((entry) => entry.url !== url));
      if (fresh.length === 0) break;
      found.push(...fresh);
    }
    return found;
  }

  private async page(
    parameters: Readonly<Record<string, string | undefined>>,
    signal: AbortSignal,
  ): Promise<readonly EngineResult[]> {
    const { name, url } = this;
    const reply = await askEngine({
      name,
      url: withQuery(url, parameters),
      headers: this.settings.headers ?? {},
      signal,
    });
    return entriesOf(reply['results'], 'content', name);
  }
}

/** Engines of a server return about ten results a page, so this is enough for 20. */
const MOST_PAGES = 3;

const SETTINGS: OptionNames<SearxngSearchSettings> = {
  baseUrl: true,
  headers: true,
  language: true,
  engines: true,
};
