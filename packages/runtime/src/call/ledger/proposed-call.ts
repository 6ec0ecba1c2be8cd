import type { DeferralRequest } from '@haft/core';
import type { JsonValue } from '@haft/schema';
import { wireForm } from '../../results/wire-form.js';
import { ownerOf } from '../../ledger/owner.js';
import type { ProposedCall, RowKind } from '../../ledger/call-ledger.js';
import type { Call } from '../call.js';
import type { SuspendedCall } from '../deferral/suspended-call.js';
import { rowOf, turnOf } from './row-of.js';
import type { RowOfCall } from './row-of-call.js';
import { requestSignature } from './request-of-row.js';
import { storedText, type StoredCall } from './stored-call.js';

/** The parts of a row that depend on why it is written. */
export interface RowParts {
  readonly state: ProposedCall['state'];
  readonly kind: RowKind | null;
  readonly fingerprint: string;
  readonly lease?: { readonly lease: string; readonly leaseUntil: number };
  readonly request?: DeferralRequest;
  readonly suspended?: SuspendedCall;
}

/** Returns the row of a call as it is now. */
export function proposedCall(call: Call, row: RowOfCall, parts: RowParts): ProposedCall {
  const { run } = call;
  const { request, lease, suspended, ...given } = parts;
  const secret = run.runtime.people.pendingSecret;
  return {
    ...given,
    key: row.key,
    ...ownerOf(run.options),
    runId: run.id,
    turn: turnOf(call),
    callId: call.id,
    tool: call.name,
    content: row.content ?? '',
    lease: lease?.lease ?? null,
    leaseUntil: lease?.leaseUntil ?? null,
    effectKey: row.effectKey,
    call: storedText({ ...plainCallOf(call, row), suspended, ...signed(request, secret) }, secret),
    request: request === undefined ? null : JSON.stringify(request),
    createdAt: run.runtime.ledger?.clock.now() ?? Date.now(),
    expiresAt: request === undefined ? null : Date.parse(request.expiresAt),
  };
}

/** People decide by the request, so that a change of it must show. */
function signed(request: DeferralRequest | undefined, secret: string | undefined): Partial<StoredCall> {
  return request === undefined || secret === undefined ? {} : { requestSignature: requestSignature(request, secret) };
}

/** Returns a call as plain JSON. */
export function plainCallOf(call: Call, { key, effectKey }: RowOfCall): StoredCall {
  const { run, state, wire = {}, decided, origin, stored } = call;
  const { tenantId, userId, metadata } = run.options;
  const { queue } = state.planned.tool.settings.background ?? {};
  return {
    format: 1,
    key,
    run: { id: run.id, tenantId, userId, metadata: plainMetadata(metadata) },
    id: call.id,
    tool: call.name,
    definition: state.planned.tool.definition.fingerprint,
    arguments: wire,
    input: decided.input,
    granted: decided.grant,
    effectKey,
    parent: origin.from,
    ...(origin.parent !== undefined && { outer: rowOf(origin.parent).key }),
    ...(stored.background !== undefined && { background: true }),
    ...(queue !== undefined && { queue }),
    ...(state.counted === state ? {} : { budget: 'own' }),
  };
}

/** Returns the metadata as JSON. Undefined if JSON has no form for it. */
function plainMetadata(
  metadata: Readonly<Record<string, unknown>> | undefined,
): Readonly<Record<string, JsonValue>> | undefined {
  try {
    return metadata === undefined ? undefined : (wireForm(metadata) as Readonly<Record<string, JsonValue>>);
  } catch {
    return undefined;
  }
}
