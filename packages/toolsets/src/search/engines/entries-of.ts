import { ToolFailed } from '@haft/core';
import { isObject } from '@haft/schema/internal';
import type { EngineResult } from '../search-engine.js';

/**
 * Reads the list of results in a reply.
 *
 * @param snippet - the property with the snippet
 * @throws {ToolFailed} if there is no list
 */
export function entriesOf(list: unknown, snippet: string, engine: string): readonly EngineResult[] {
  if (!Array.isArray(list)) throw new ToolFailed(`The search engine ${engine} sent a reply without results.`);
  return list.filter(isObject).map((entry) => ({ title: entry['title'], url: entry['url'], snippet: entry[snippet] }));
}
