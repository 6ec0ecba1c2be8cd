import type { Approval, DeferralKind, DeferralRequest, DeferredOutcome, Repair } from '@haft/core';
import { callInText } from '@haft/core/internal';
import type { JsonValue } from '@haft/schema';

/** A deferred call, with everything that is needed to make it. */
export interface OpenCall {
  /** The request that the call waits for. */
  readonly request: DeferralRequest;
  /** The validated arguments, including sensitive ones. */
  readonly arguments: Readonly<Record<string, JsonValue>>;
  /** The values that a user supplied before. */
  readonly input?: Readonly<Record<string, JsonValue>> | undefined;
  /** An earlier approval. */
  readonly granted?: Grant | undefined;
  /** Set for an inner call whose failures spend a separate retry budget. */
  readonly budget?: 'own' | undefined;
  /** Set for a call that is executed in the background. */
  readonly background?: true | undefined;
  /** The key of its row in the ledger. */
  readonly key?: string | undefined;
}

/** An approval of one call with these arguments only. */
export interface Grant {
  /** The approval that the tool reads as `run.approval`. */
  readonly approval: Approval;
  /** The fingerprint of the approved call. */
  readonly fingerprint: string;
  /** The text for the model about arguments that an approver changed. */
  readonly changes?: string | undefined;
  /** The arguments of the model, if approvers gave others. */
  readonly sent?: Readonly<Record<string, JsonValue>> | undefined;
}

/** Open calls by their requests. Requests do not have all arguments. */
const openCalls = new WeakMap<DeferralRequest, OpenCall>();

/** Remembers the arguments of a deferred call. */
export function rememberOpenCall(call: OpenCall): void {
  openCalls.set(call.request, call);
}

/** Returns the open call of a request. */
export function openCallOf(request: DeferralRequest): OpenCall {
  // A request of an interceptor has no open call. Its arguments are those that it shows.
  return openCalls.get(request) ?? { request, arguments: request.arguments };
}

/** Returns the outcome of a call that waits for a decision about a request. */
export function deferredCall(request: DeferralRequest, repairs: readonly Repair[] = []): DeferredOutcome {
  const { callId, tool, kind } = request;
  return { status: 'deferred', callId, tool, text: `${callInText(tool)} ${WAITING_TEXT[kind]}`, repairs, request };
}

/** Texts of open calls for a model, after their subject. */
const WAITING_TEXT: Readonly<Record<DeferralKind, string>> = {
  approval: 'waits for an approval. Do not call it again: it continues when it is decided.',
  input: 'waits for input of the user. Do not call it again: it continues with the input.',
  external: 'is executed elsewhere. Do not call it again: its result comes later.',
};
