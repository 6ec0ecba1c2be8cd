import { HaftError } from '@haft/core';
import { canonicalJson, type JsonValue } from '@haft/schema';
import { sameFingerprint } from './call-fingerprint.js';
import { PENDING_FORMAT, type PendingRun } from './pending-run.js';

/** The pending run with a signature, when there is a secret. */
export function signPending(pending: PendingRun, secret: string | undefined): PendingRun {
  return secret === undefined ? pending : { ...pending, signature: signatureOf(pending, secret) };
}

/**
 * Refuses what this runtime cannot have written.
 *
 * @throws HaftError `HAFT_INVALID_PENDING` for another form, or for a signature that is missing or wrong
 */
export function verifyPending(pending: PendingRun, secret: string | undefined): void {
  const { format, requests, calls, counters, runId } = pending as Partial<Record<keyof PendingRun, unknown>>;
  const isWhole =
    typeof runId === 'string' && Array.isArray(requests) && Array.isArray(calls) && typeof counters === 'object';
  if (format !== PENDING_FORMAT || !isWhole) {
    throw invalid('it is not what run.pending() gave, or another version of Haft wrote it');
  }
  if (secret === undefined) return;
  const { signature, ...unsigned } = pending;
  if (signature === undefined) throw invalid('it is not signed, and the runtime has a pendingSecret');
  if (!sameFingerprint(signature, signatureOf(unsigned, secret)))
    throw invalid('its signature is wrong: it was changed, or signed with another secret');
}

function signatureOf(pending: Omit<PendingRun, 'signature'>, secret: string): string {
  // Through JSON text first: what is verified later has been through it.
  const plain = JSON.parse(JSON.stringify(pending)) as JsonValue;
  return process
    .getBuiltinModule('node:crypto')
    .createHmac('sha256', secret)
    .update(canonicalJson(plain))
    .digest('hex');
}

function invalid(reason: string): HaftError {
  return new HaftError('HAFT_INVALID_PENDING', `The pending run cannot be resumed: ${reason}.`, {
    hint: 'Give the JSON of run.pending() as it was, to a runtime with the same pendingSecret.',
  });
}
