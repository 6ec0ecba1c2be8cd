import { specTypeSchemas, type JSONRPCMessage, type Transport } from '@modelcontextprotocol/client';
import type { RefusedTool } from './mcp-toolset.js';

/**
 * Removes malformed tools from incoming lists. Otherwise the SDK rejects a whole list because of
 * one tool.
 *
 * @param transport - the transport of a connected client
 * @param refuse - receives each removed tool
 */
export function dropMalformedTools(transport: Transport, refuse: (refused: RefusedTool) => void): void {
  const deliver = transport.onmessage;
  transport.onmessage = (message, extra) => {
    deliver?.(withoutMalformed(message, refuse), extra);
  };
}

function withoutMalformed(message: JSONRPCMessage, refuse: (refused: RefusedTool) => void): JSONRPCMessage {
  if (!('result' in message)) return message;
  const { tools } = message.result as { readonly tools?: unknown };
  if (!Array.isArray(tools)) return message;
  const kept = (tools as readonly unknown[]).filter((tool) => {
    const problem = problemOf(tool);
    if (problem !== undefined) refuse({ tool: nameOf(tool), reason: `its definition is malformed (${problem})` });
    return problem === undefined;
  });
  return kept.length === tools.length ? message : { ...message, result: { ...message.result, tools: kept } };
}

function problemOf(tool: unknown): string | undefined {
  const checked = specTypeSchemas.Tool['~standard'].validate(tool);
  const issues = 'issues' in checked ? (checked.issues ?? []) : [];
  const [first] = issues;
  if (first === undefined) return undefined;
  const place = (first.path ?? []).map((step) => String(typeof step === 'object' ? step.key : step)).join('.');
  return place === '' ? first.message : `${place}: ${first.message}`;
}

function nameOf(tool: unknown): string {
  const name = (tool as { readonly name?: unknown } | null | undefined)?.name;
  return typeof name === 'string' ? name.slice(0, 128) : '(no name)';
}
