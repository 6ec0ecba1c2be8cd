import { createHash } from 'node:crypto';
import { withAttributes } from '@haft/runtime/telemetry';
import { canonicalJson } from '@haft/schema/internal';
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
import { countValues } from './count-values.js';
import type { McpService } from './mcp-service.js';
import { readRequest } from './read-request.js';
import { attributesOfRequest } from './request-attributes.js';

/**
 * Answers `tools/call`: makes the call, or continues one that waited for an answer of the client's
 * user.
 */
export async function callTool(
  service: McpService,
  server: McpServer,
  { params }: CallToolRequest,
  ctx: ServerContext,
): Promise<CallToolResult | InputRequiredResult> {
  const request = readRequest(server, ctx);
  const host = await service.hostOf(request);
  // Computed only if a call waits: by then, the limits of arguments have been checked.
  const binding = (): string => bindingOf(params, request, host.options.userId);
  const turn = new CallTurn(service, { server, ctx }, host, binding);
  const waiting = ctx.mcpReq.requestState<WaitingCall>();
  const inSpan = <Result>(work: () => Result): Result => withAttributes(attributesOfRequest(request, ctx), work);
  if (waiting === undefined) return inSpan(() => turn.begin(params));
  if (!hasSizeOf(params.arguments, waiting.binding) || waiting.binding !== binding()) {
    throw new ProtocolError(ProtocolErrorCode.InvalidParams, 'Invalid or expired requestState', {
      reason: 'invalid_request_state',
    });
  }
  return inSpan(() => turn.goOn(waiting));
}

/**
 * Returns the binding of an answer: the tool and its arguments, the client and the user. It starts
 * with the number of values in the arguments.
 */
function bindingOf(
  { name, arguments: args = {} }: CallToolRequest['params'],
  { auth, sessionId }: McpRequest,
  userId: string | undefined,
): string {
  const bound = [name, args, auth?.clientId ?? null, sessionId ?? null, userId ?? null];
  const hash = createHash('sha256').update(canonicalJson(bound)).digest('base64url');
  return `${countValues(args)}.${hash}`;
}

/**
 * Returns whether the number of values in the arguments matches a binding, before reading all of
 * them.
 */
function hasSizeOf(args: CallToolRequest['params']['arguments'], binding: string): boolean {
  const count = Number.parseInt(binding, 10);
  return countValues(args ?? {}, count) === count;
}
