import { createHash } from 'node:crypto';
import { canonicalJson, type JsonValue } from '@haft/schema';
import {
  ProtocolError,
  ProtocolErrorCode,
  type CallToolRequest,
  type CallToolResult,
  type InputRequiredResult,
  type McpServer,
  type ServerContext,
} from '@modelcontextprotocol/server';
import type { WaitingCall } from '../elicitation/state-seal.js';
import type { McpRequest } from '../mcp-request.js';
import { CallTurn } from './call-turn.js';
import type { McpService } from './mcp-service.js';
import { readRequest } from './read-request.js';

/** Answers `tools/call`: makes the call, or goes on with one that waited for an answer of the client's user. */
export async function callTool(
  service: McpService,
  server: McpServer,
  { params }: CallToolRequest,
  ctx: ServerContext,
): Promise<CallToolResult | InputRequiredResult> {
  const request = readRequest(server, ctx);
  const host = await service.hostOf(request);
  const binding = bindingOf(params, request, host.options.userId);
  const turn = new CallTurn(service, server, ctx, host, binding);
  const waiting = ctx.mcpReq.requestState<WaitingCall>();
  if (waiting === undefined) return turn.begin(params);
  if (waiting.binding !== binding) {
    throw new ProtocolError(ProtocolErrorCode.InvalidParams, 'Invalid or expired requestState', {
      reason: 'invalid_request_state',
    });
  }
  return turn.goOn(waiting);
}

/** An answer is good for the request that it was asked for: the same tool and arguments, client and user. */
function bindingOf(
  { name, arguments: args = {} }: CallToolRequest['params'],
  { auth, sessionId }: McpRequest,
  userId: string | undefined,
): string {
  const bound = [name, args, auth?.clientId ?? null, sessionId ?? null, userId ?? null] as JsonValue;
  return createHash('sha256').update(canonicalJson(bound)).digest('base64url');
}
