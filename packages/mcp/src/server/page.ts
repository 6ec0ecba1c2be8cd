import { HaftError } from '@haft/core';
import { ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server';
import type { McpOptions } from '../mcp-options.js';

/** One page of a list. */
export interface Page<Item> {
  readonly items: readonly Item[];
  /** `nextCursor` if there are more. */
  readonly more: { readonly nextCursor?: string };
}

/**
 * Returns one page of a list. The cursor names the last item of the page before, so that added or
 * removed items do not make a page repeat or skip others. If two items have one key, the list has
 * the first.
 *
 * @throws {ProtocolError} -32602 for a cursor that no page returned, or whose item is missing
 */
export function pageOf<Item>(
  all: readonly Item[],
  keyOf: (item: Item) => string,
  { cursor, pageSize }: { readonly cursor: string | undefined; readonly pageSize: number },
): Page<Item> {
  const seen = new Set<string>();
  const unique = all.filter((one) => seen.size < seen.add(keyOf(one)).size);
  const start = cursor === undefined ? 0 : placeAfter(unique, keyOf, cursor);
  const items = unique.slice(start, start + pageSize);
  const last = items.at(-1);
  const hasMore = last !== undefined && start + items.length < unique.length;
  return { items, more: hasMore ? { nextCursor: cursorOf(keyOf(last)) } : {} };
}

function cursorOf(key: string): string {
  return Buffer.from(key).toString('base64url');
}

function placeAfter<Item>(all: readonly Item[], keyOf: (item: Item) => string, cursor: string): number {
  const place = all.findIndex((item) => cursorOf(keyOf(item)) === cursor);
  if (place === -1) {
    throw new ProtocolError(ProtocolErrorCode.InvalidParams, 'Invalid cursor. Begin again without one.');
  }
  return place + 1;
}

/**
 * Returns the number of items in one page.
 *
 * @throws {HaftError} `HAFT_INVALID_OPTION`
 */
export function pageSizeOf({ pageSize = 100 }: McpOptions): number {
  if (Number.isInteger(pageSize) && pageSize >= 1) return pageSize;
  throw new HaftError('HAFT_INVALID_OPTION', `serveMcp pageSize is ${String(pageSize)}.`, {
    hint: 'Give a whole number of at least 1.',
  });
}
