import { HaftError } from '@haft/core';
import { isObject } from '@haft/schema/basics';
import { sameFingerprint } from '../../call/deferral/call-fingerprint.js';
import { PENDING_FORMAT, type PendingRun } from './pending-run.js';
import { pendingSignature } from './sign-pending.js';

/**
 * Rejects a pending run that this runtime did not write.
 *
 * @throws {HaftError} `HAFT_INVALID_PENDING` if the format is unknown, or the signature is missing
 *   or wrong
 */
export function verifyPending(pending: PendingRun, secret: string | undefined): void {
  if (!isWhole(pending)) {
    throw invalid('it is not what run.pending() gave, or another version of Haft wrote it');
  }
  if (secret === undefined) return;
  const { signature, ...unsigned } = pending;
  if (signature === undefined) throw invalid('it is not signed, and the runtime has a pendingSecret');
  if (!sameFingerprint(signature, pendingSignature(unsigned, secret)))
    throw invalid('its signature is wrong: it was changed, or signed with another secret');
}

/** Returns whether a value has all parts of a pending run. Its source may be untrusted. */
function isWhole(pending: unknown): boolean {
  if (!isObject(pending)) return false;
  const { format, requests, calls, counters, runId, state = {} } = pending;
  if (!isObject(state) || !FORMATS.has(format) || typeof runId !== 'string' || !Array.isArray(requests)) return false;
  return isObject(counters) && isObject(counters['tools']) && Array.isArray(calls) && calls.every(isCall);
}

function isCall(call: unknown): boolean {
  return isObject(call) && (call['outcome'] === undefined ? isWait(call, 0) : isObject(call['outcome']));
}

/** Returns whether a value is an open or a suspended call. Programs are not nested deeper. */
function isWait(wait: unknown, depth: number): boolean {
  if (!isObject(wait) || depth > DEEPEST_PROGRAM) return false;
  const { open, suspended } = wait;
  if (suspended !== undefined) return isSuspended(suspended, depth);
  return isObject(open) && isObject(open['request']) && isObject(open['arguments']);
}

function isSuspended(suspended: unknown, depth: number): boolean {
  if (!isObject(suspended)) return false;
  const { callId, tool, fingerprint, waits, finished, spentMs, outcomes, budgets, state } = suspended;
  if (![callId, tool, fingerprint].every((text) => typeof text === 'string')) return false;
  if (typeof spentMs !== 'number' || state === undefined || !isObject(suspended['arguments'])) return false;
  if (!Array.isArray(waits) || !waits.every((wait) => isWait(wait, depth + 1))) return false;
  if (!Array.isArray(finished) || !finished.every(isObject)) return false;
  return [outcomes, budgets].every((record) => isObject(record) && Object.values(record).every(isObject));
}

const DEEPEST_PROGRAM = 32;
/** Format 1 has no suspended calls. Otherwise it is the same. */
const FORMATS: ReadonlySet<unknown> = new Set([1, PENDING_FORMAT]);

function invalid(reason: string): HaftError {
  return new HaftError('HAFT_INVALID_PENDING', `The pending run cannot be resumed: ${reason}.`, {
    hint: 'Give the JSON of run.pending() as it was, to a runtime with the same pendingSecret.',
  });
}
