import { isObject } from '@haft/schema/internal';
import { parseUrl } from '../http/parse-url.js';
import { plainText } from './plain-text.js';
import type { EngineResult } from './search-engine.js';
import type { SearchResult } from './search.toolset.js';

/**
 * Returns results that a model can read: with an http or https URL without a password, each page
 * once, texts without HTML and shortened.
 */
export function cleanResults(results: unknown, most: number): SearchResult[] {
  const clean = new Map<string, SearchResult>();
  for (const { title, url, snippet } of Array.isArray(results) ? results.filter(isResult) : []) {
    if (clean.size === most) break;
    const address = pageUrl(url);
    if (address === undefined || clean.has(address)) continue;
    clean.set(address, { title: plainText(title, 200), url: address, snippet: plainText(snippet, 500) });
  }
  return [...clean.values()];
}

function isResult(value: unknown): value is EngineResult {
  return isObject(value);
}

function pageUrl(text: unknown): string | undefined {
  if (typeof text !== 'string' || text.length > 2_000) return undefined;
  const url = parseUrl(text);
  if (url === undefined || !/^https?:$/.test(url.protocol) || url.username !== '' || url.password !== '')
    return undefined;
  // Parts of one page are one result.
  url.hash = '';
  return url.href;
}
