import type { CallAttributes } from '@haft/runtime/telemetry';
import type { ServerContext } from '@modelcontextprotocol/server';
import type { McpRequest } from '../mcp-request.js';

/** Returns the attributes of a request for the span of its call, by the conventions for MCP. */
export function attributesOfRequest(
  { method, protocolVersion, sessionId, transport }: McpRequest,
  { mcpReq }: ServerContext,
  uri?: string,
): CallAttributes {
  return {
    'mcp.method.name': method,
    'mcp.protocol.version': protocolVersion,
    'jsonrpc.request.id': String(mcpReq.id),
    ...(sessionId === undefined ? {} : { 'mcp.session.id': sessionId }),
    ...(uri === undefined ? {} : { 'mcp.resource.uri': uri }),
    ...(transport === 'stdio'
      ? { 'network.transport': 'pipe' }
      : { 'network.transport': 'tcp', 'network.protocol.name': 'http' }),
  };
}
