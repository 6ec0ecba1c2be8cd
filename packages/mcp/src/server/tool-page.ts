import { HaftError, type ToolDefinition } from '@haft/core';
import { ProtocolError, ProtocolErrorCode, type ListToolsResult } from '@modelcontextprotocol/server';
import type { McpOptions } from '../mcp-options.js';
import { toolOfDefinition } from './tool-of-definition.js';

/**
 * Returns one page of `tools/list`. The cursor names the last tool of the page before, so that
 * added or removed tools do not make a page repeat or skip others.
 *
 * @throws {ProtocolError} -32602 for a cursor that no page returned, or whose tool is missing
 */
export function toolPage(
  definitions: readonly ToolDefinition[],
  cursor: string | undefined,
  pageSize: number,
): ListToolsResult {
  const start = cursor === undefined ? 0 : placeAfter(definitions, cursor);
  const page = definitions.slice(start, start + pageSize);
  const last = page.at(-1);
  const more = last !== undefined && start + page.length < definitions.length;
  return { tools: page.map(toolOfDefinition), ...(more ? { nextCursor: cursorOf(last) } : {}) };
}

function cursorOf({ name }: ToolDefinition): string {
  return Buffer.from(name).toString('base64url');
}

function placeAfter(definitions: readonly ToolDefinition[], cursor: string): number {
  const place = definitions.findIndex((definition) => cursorOf(definition) === cursor);
  if (place === -1) {
    throw new ProtocolError(ProtocolErrorCode.InvalidParams, 'Invalid cursor. Begin again without one.');
  }
  return place + 1;
}

/**
 * Returns the number of tools in one page.
 *
 * @throws {HaftError} `HAFT_INVALID_OPTION`
 */
export function pageSizeOf({ pageSize = 100 }: McpOptions): number {
  if (Number.isInteger(pageSize) && pageSize >= 1) return pageSize;
  throw new HaftError('HAFT_INVALID_OPTION', `serveMcp pageSize is ${String(pageSize)}.`, {
    hint: 'Give a whole number of at least 1.',
  });
}
