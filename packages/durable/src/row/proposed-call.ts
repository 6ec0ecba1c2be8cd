import type { DeferralRequest } from '@haft/core';
import { type ProposedCall, type RowKind, type SuspendedCall } from '@haft/runtime';
import {
  type Call,
  ownerOf,
  plainCallOf,
  type RowOfCall,
  type StoredCall,
  storedText,
  turnOf,
} from '@haft/runtime/internal';
import type { LedgerKeeper } from '../keeper/ledger-keeper.js';
import { requestSignature } from './request-of-row.js';

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
export function proposedCall(call: Call, { clock }: LedgerKeeper, row: RowOfCall, parts: RowParts): ProposedCall {
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
    createdAt: clock.now(),
    expiresAt: request === undefined ? null : Date.parse(request.expiresAt),
  };
}

/** People decide by the request, so that a change of it must show. */
function signed(request: DeferralRequest | undefined, secret: string | undefined): Partial<StoredCall> {
  return request === undefined || secret === undefined ? {} : { requestSignature: requestSignature(request, secret) };
}
