import { hashOf, type DeferralRequest, type DeferredOutcome } from '@haft/core';
import type { JsonSchemaObject, JsonValue } from '@haft/schema';
import { withoutSensitive } from '../events/without-sensitive.js';
import type { Call } from './call.js';

/** The call waits: the outcome carries what somebody must decide or supply. */
export function defer(
  call: Call,
  kind: DeferralRequest['kind'],
  metadata: Readonly<Record<string, unknown>> = {},
): DeferredOutcome {
  const { definition, check, body } = call.state.planned.tool;
  const { run } = call;
  const wire = call.wire ?? {};
  const now = Date.now();
  const request: DeferralRequest = {
    kind,
    id: process.getBuiltinModule('node:crypto').randomUUID(),
    callId: call.id,
    tool: call.name,
    version: definition.version,
    arguments: withoutSensitive(wire, check.sensitive, run.runtime.redactedKeys),
    ...(kind === 'input' ? { fields: fieldsOf(body.host) } : {}),
    ...(kind === 'external' && definition.result !== undefined ? { resultSchema: definition.result } : {}),
    metadata: JSON.parse(JSON.stringify(metadata)) as Readonly<Record<string, JsonValue>>,
    fingerprint: hashOf([definition.fingerprint, definition.version, wire, run.id, run.options.userId ?? null]),
    createdAt: new Date(now).toISOString(),
    expiresAt: new Date(now + run.runtime.requestExpiryMs).toISOString(),
  };
  run.requests = [...run.requests, request];
  return { status: 'deferred', callId: call.id, tool: call.name, text: TEXT[kind], repairs: call.repairs, request };
}

const TEXT: Readonly<Record<DeferralRequest['kind'], string>> = {
  approval: 'The tool call waits for an approval.',
  input: 'The tool call waits for input of the user.',
  external: 'The tool call is executed elsewhere; its result comes later.',
};

function fieldsOf(host: Call['state']['planned']['tool']['body']['host']): JsonSchemaObject {
  const inputs = host.filter((parameter) => parameter.kind === 'input');
  return {
    type: 'object',
    properties: Object.fromEntries(inputs.map(({ name, schema }) => [name, schema])),
    additionalProperties: false,
  };
}
