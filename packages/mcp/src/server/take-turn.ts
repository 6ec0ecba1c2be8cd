import { createHash } from 'node:crypto';
import { withAttributes } from '@haft/runtime/telemetry';
import { canonicalJson } from '@haft/schema/internal';
import { ProtocolError, ProtocolErrorCode, type InputRequiredResult } from '@modelcontextprotocol/server';
import type { WaitingCall } from '../elicitation/state-seal.js';
import type { McpRequest } from '../mcp-request.js';
import type { CallForm } from './call-form.js';
import { CallTurn, type ClientRequest } from './call-turn.js';
import { countValues } from './count-values.js';
import type { McpService } from './mcp-service.js';
import { readRequest } from './read-request.js';
import { attributesOfRequest } from './request-attributes.js';

/**
 * Answers a request that makes a call: begins the call, or continues one that waited for an answer
 * of the client's user.
 */
export async function takeTurn<Result>(
  service: McpService,
  client: ClientRequest,
  form: CallForm<Result>,
): Promise<Result | InputRequiredResult> {
  const { server, ctx } = client;
  const request = readRequest(server, ctx);
  const host = await service.hostOf(request);
  // Computed only if a call waits: by then, the limits of arguments have been checked.
  const binding = (): string => bindingOf(form.subject, request, host.options.userId);
  const turn = new CallTurn(service, client, host, Object.assign(form, { binding }));
  const attributes = attributesOfRequest(request, ctx, form.uri);
  const waiting = ctx.mcpReq.requestState<WaitingCall>();
  if (waiting === undefined) return withAttributes(attributes, () => turn.begin());
  if (!hasSizeOf(form.subject.arguments, waiting.binding) || waiting.binding !== binding()) {
    throw new ProtocolError(ProtocolErrorCode.InvalidParams, 'Invalid or expired requestState', {
      reason: 'invalid_request_state',
    });
  }
  return withAttributes(attributes, () => turn.goOn(waiting));
}

type Subject = CallForm<unknown>['subject'];

/**
 * Returns the binding of an answer: the tool and its arguments, the client and the user. It starts
 * with the number of values in the arguments.
 */
function bindingOf(
  { name, arguments: args = {} }: Subject,
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
function hasSizeOf(args: Subject['arguments'], binding: string): boolean {
  const count = Number.parseInt(binding, 10);
  return countValues(args ?? {}, count) === count;
}
