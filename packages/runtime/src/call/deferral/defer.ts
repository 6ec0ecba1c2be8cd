import type { DeferralKind, DeferralRequest, DeferredOutcome, ShownPreview } from '@haft/core';
import type { JsonValue } from '@haft/schema';
import type { ArgumentCheck } from '@haft/arguments';
import { callFingerprint, type ApprovedCall } from './call-fingerprint.js';
import { deferredCall, rememberOpenCall } from './open-call.js';
import { withoutSensitive } from '../../events/without-sensitive.js';
import type { Call } from '../call.js';
import { completedArguments } from '../arguments/completed-arguments.js';
import { inputFields } from '../arguments/input-fields.js';
import { rowOf } from '../row/row-of.js';

/**
 * Returns the outcome of a deferred call. It has the request to decide.
 *
 * @param preview - the preview of an approval. Default: none.
 */
export function defer(
  call: Call,
  kind: DeferralKind,
  metadata: Readonly<Record<string, JsonValue>> = {},
  preview?: ShownPreview,
): DeferredOutcome {
  const { definition, check, input: people } = call.state.planned.tool;
  const fields = kind === 'input' ? inputFields(call, call.wire ?? {}) : undefined;
  const { run } = call;
  const { input, grant } = call.decided;
  const { from } = call.origin;
  const { wire = {} } = call;
  const now = Date.now();
  const { showSensitive: showsSensitive } = run.runtime.people;
  const { redactedKeys } = run.runtime.observe;
  const shown = (values: Values, by?: Pick<ArgumentCheck, 'sensitive'>): Values =>
    showsSensitive ? values : withoutSensitive(values, by?.sensitive ?? [], redactedKeys);
  const request: DeferralRequest = {
    kind,
    id: process.getBuiltinModule('node:crypto').randomUUID(),
    callId: call.id,
    tool: call.name,
    version: definition.version,
    arguments: shown(completedArguments(call), check),
    ...(fields === undefined ? {} : { fields }),
    ...(kind === 'external' && definition.result !== undefined ? { resultSchema: definition.result } : {}),
    ...(from === undefined ? {} : { parent: from }),
    ...(preview === undefined ? {} : { preview }),
    metadata: input === undefined ? metadata : { ...metadata, input: shown(input, people?.check) },
    fingerprint: callFingerprint({ ...approvedCall(call), preview: preview?.hash }),
    createdAt: new Date(now).toISOString(),
    expiresAt: new Date(now + run.runtime.people.requestExpiryMs).toISOString(),
  };
  const budget = call.state.counted === call.state ? undefined : 'own';
  rememberOpenCall({ request, arguments: wire, input, granted: grant, ...(budget && { budget }), ...keyOf(call) });
  return deferredCall(request, call.repairs);
}

/** Returns the key of the call in the ledger. A trial has none. */
export function keyOf(call: Call): { readonly key?: string } {
  const isKept = call.run.runtime.durable !== undefined && call.counting.isTrial !== true;
  return isKept ? { key: rowOf(call).key } : {};
}

type Values = Readonly<Record<string, JsonValue>>;

/** Returns the facts that an approval of the call, as it is now, is bound to. */
export function approvedCall(call: Call): ApprovedCall {
  const { run, state } = call;
  const { definition, input: people } = state.planned.tool;
  return {
    definition,
    tool: call.name,
    arguments: completedArguments(call),
    input: call.decided.input,
    fields: people?.check.schema(),
    runId: run.id,
    userId: run.options.userId,
  };
}
