import {
  requireKind,
  type DeferralRequest,
  type DeferredOutcome,
  type SuccessOutcome,
  type ToolCall,
} from '@haft/core';

/**
 * Returns the successful outcome of a call, for `onCall` of {@link fakeRunContext}.
 *
 * @param call - the call
 * @param value - the value of the result. The text is its JSON, or the value itself if it is a
 *   string.
 * @throws {HaftError} `HAFT_INVALID_OPTION` if the call is not an object
 */
export function fakeOutcome<Value>(call: ToolCall, value: Value): SuccessOutcome<Value> {
  requireKind('The call of fakeOutcome()', call, 'an object');
  const text = typeof value === 'string' ? value : value === undefined ? '' : JSON.stringify(value);
  return { status: 'success', callId: call.id ?? '', tool: call.name, value, text, repairs: [] };
}

/**
 * Returns the outcome of a call that waits for a decision, for `onCall` of {@link fakeRunContext}.
 * A tool may throw `CallSuspended` with it.
 *
 * @param call - the call
 * @param request - parts of the request. Default: an approval of the call.
 * @throws {HaftError} `HAFT_INVALID_OPTION` if the call is not an object
 */
export function fakeDeferral(call: ToolCall, request: Partial<DeferralRequest> = {}): DeferredOutcome {
  requireKind('The call of fakeDeferral()', call, 'an object');
  const { id: callId = '', name: tool, arguments: args } = call;
  return {
    status: 'deferred',
    callId,
    tool,
    text: 'The tool call waits for an approval. Do not call it again: it continues when it is decided.',
    repairs: [],
    request: {
      kind: 'approval',
      id: `request_${callId}`,
      callId,
      tool,
      version: '1.0.0',
      arguments: { ...(args as DeferralRequest['arguments'] | undefined) },
      metadata: {},
      fingerprint: '',
      createdAt: '2026-01-01T00:00:00.000Z',
      expiresAt: '9999-12-31T00:00:00.000Z',
      ...request,
    },
  };
}
