/** How old results may be. */
export type Freshness = 'day' | 'week' | 'month' | 'year';

/** Options of {@link SearchEngine.search}. */
export interface SearchRequest {
  /** Most results to return. From 1 to 20. */
  readonly maxResults: number;
  /** Only results from this last period. Default: any time. */
  readonly freshness: Freshness | undefined;
  /** Aborts when the call ends or its time is over. */
  readonly signal: AbortSignal;
}

/** A result as an engine returned it. Haft checks and cleans it. */
export interface EngineResult {
  readonly title: unknown;
  readonly url: unknown;
  readonly snippet: unknown;
}

/** A service that searches the web. */
export interface SearchEngine {
  /** Its name, for messages. */
  readonly name: string;
  /**
   * Returns the best results first. HTML in titles and snippets is removed later.
   *
   * @throws {ToolFailed} if another engine can be asked, or the model can try again later
   * @throws {HaftError} if the settings are wrong
   */
  search(query: string, request: SearchRequest): Promise<readonly EngineResult[]>;
}
