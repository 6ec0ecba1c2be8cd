import type { DeferralRequest, DeferredOutcome } from '@haft/core';
import type { JsonSchemaObject, JsonValue } from '@haft/schema';
import { callFingerprint, type ApprovedCall } from '../deferral/call-fingerprint.js';
import { rememberOpenCall, WAITING_TEXT } from '../deferral/paused-calls.js';
import { withoutSensitive } from '../events/without-sensitive.js';
import type { Call } from './call.js';

/** The call waits: the outcome carries what somebody must decide or supply. */
export function defer(
  call: Call,
  kind: DeferralRequest['kind'],
  metadata: Readonly<Record<string, JsonValue>> = {},
): DeferredOutcome {
  const { definition, check, body } = call.state.planned.tool;
  const { run } = call;
  const { input, grant } = call.rare;
  const { arguments: wire } = approvedCall(call);
  const now = Date.now();
  const request: DeferralRequest = {
    kind,
    id: process.getBuiltinModule('node:crypto').randomUUID(),
    callId: call.id,
    tool: call.name,
    version: definition.version,
    arguments: run.runtime.showsSensitive ? wire : withoutSensitive(wire, check.sensitive, run.runtime.redactedKeys),
    ...(kind === 'input' ? { fields: fieldsOf(body.host) } : {}),
    ...(kind === 'external' && definition.result !== undefined ? { resultSchema: definition.result } : {}),
    metadata: input === undefined ? metadata : { ...metadata, input },
    fingerprint: callFingerprint(approvedCall(call)),
    createdAt: new Date(now).toISOString(),
    expiresAt: new Date(now + run.runtime.requestExpiryMs).toISOString(),
  };
  rememberOpenCall({ request, arguments: wire, input, granted: grant });
  return {
    status: 'deferred',
    callId: call.id,
    tool: call.name,
    text: WAITING_TEXT[kind],
    repairs: call.repairs,
    request,
  };
}

/** What an approval of the call, as it is now, is bound to. */
export function approvedCall(call: Call): ApprovedCall {
  const { run, state, wire = {} } = call;
  const { definition } = state.planned.tool;
  return {
    definition,
    tool: call.name,
    arguments: wire,
    input: call.rare.input,
    runId: run.id,
    userId: run.options.userId,
  };
}

function fieldsOf(host: Call['state']['planned']['tool']['body']['host']): JsonSchemaObject {
  const inputs = host.filter((parameter) => parameter.kind === 'input');
  return {
    type: 'object',
    properties: Object.fromEntries(inputs.map(({ name, schema }) => [name, schema])),
    additionalProperties: false,
  };
}
