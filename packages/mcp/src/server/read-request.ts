import type { McpServer, ServerContext } from '@modelcontextprotocol/server';
import { Caller } from '../http/caller.js';
import type { McpRequest } from '../mcp-request.js';
import { clientOf, protocolVersionOf } from './client-facts.js';

/** Returns the facts about a request of a handler. */
export function readRequest(server: McpServer, ctx: ServerContext): McpRequest {
  const caller = ctx.http?.authInfo instanceof Caller ? ctx.http.authInfo : undefined;
  const { method, _meta } = ctx.mcpReq;
  return {
    method,
    transport: caller === undefined ? 'stdio' : 'http',
    protocolVersion: protocolVersionOf(server),
    auth: caller?.auth,
    headers: caller?.headers ?? new Headers(),
    incoming: caller?.incoming,
    sessionId: ctx.sessionId,
    client: clientOf(server, ctx),
    meta: { ..._meta },
  };
}
