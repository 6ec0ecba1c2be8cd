import type { DeferredOutcome } from '@haft/core';
import type { Call } from '../call.js';
import { waitingOutcome } from './suspended-call.js';

/**
 * Answers a call of a batch with the request of an equal call that waited when the batch began, so
 * that two approvals do not pay twice. Without a ledger, only a batch shows which calls are of one
 * answer of the model.
 *
 * @param outcome - the new request
 * @returns undefined if the call may ask
 */
export function waitsInRun(call: Call, { request, requests }: DeferredOutcome): DeferredOutcome | undefined {
  const { waiting } = call.origin;
  const { grant, demand } = call.decided;
  if (grant !== undefined || demand !== undefined || requests !== undefined) return undefined;
  const now = Date.now();
  const open = waiting?.find(
    ({ request: { kind, fingerprint, expiresAt, parent } }) =>
      parent === undefined &&
      kind === request.kind &&
      fingerprint === request.fingerprint &&
      Date.parse(expiresAt) > now,
  );
  return open && { ...waitingOutcome({ open }), callId: call.id };
}
