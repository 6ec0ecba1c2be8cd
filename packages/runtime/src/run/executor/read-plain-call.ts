import { HaftError } from '@haft/core';
import { isObject } from '@haft/schema/basics';
import { isSigned, isStored, type StoredCall } from '../../call/executor/stored-call.js';

/**
 * Reads a call from another process.
 *
 * @throws {HaftError} `HAFT_INVALID_PENDING` if it has another form, its signature is missing or
 *   wrong, or its time is over
 */
export function readPlainCall(given: unknown, secret: string | undefined): StoredCall {
  const call = copied(given);
  if (!isStored(call) || !hasForm(call)) throw invalid('it has another form', FORM_HINT);
  if (!isSigned(call, secret)) throw invalid('its signature is missing or wrong', SECRET_HINT);
  if (call.deadline !== undefined && call.deadline <= Date.now()) throw invalid('its time is over', LATE_HINT);
  return call;
}

/** Copies the JSON, so that it cannot change between check and use. */
function copied(given: unknown): unknown {
  try {
    return JSON.parse(JSON.stringify(given));
  } catch {
    return undefined;
  }
}

function hasForm({ run, definition, granted, deadline, usage }: Partial<Record<keyof StoredCall, unknown>>): boolean {
  if (typeof definition !== 'string' || !isObject(run)) return false;
  const { userId, tenantId, metadata } = run;
  if (![userId, tenantId].every((one) => one === undefined || typeof one === 'string')) return false;
  if (metadata !== undefined && !isObject(metadata)) return false;
  if (deadline !== undefined && typeof deadline !== 'number') return false;
  if (usage !== undefined && !isUsage(usage)) return false;
  return granted === undefined || isGrant(granted);
}

function isUsage(usage: unknown): boolean {
  if (!isObject(usage)) return false;
  const { calls, callsLeft, toolCalls, toolCallsLeft } = usage;
  const isCount = (value: unknown): boolean => Number.isSafeInteger(value);
  return (
    isCount(calls) && isCount(toolCalls) && [callsLeft, toolCallsLeft].every((one) => one === undefined || isCount(one))
  );
}

function isGrant(granted: unknown): boolean {
  if (!isObject(granted) || typeof granted['fingerprint'] !== 'string') return false;
  const { approval } = granted;
  return isObject(approval) && typeof approval['requestId'] === 'string' && isObject(approval['metadata']);
}

function invalid(reason: string, hint: string): HaftError {
  return new HaftError('HAFT_INVALID_PENDING', `The call of another process cannot be executed: ${reason}.`, { hint });
}

const FORM_HINT = 'Give runtime.executeCall the call that an executor got, as JSON without changes.';
const SECRET_HINT = 'Give the runtimes of both processes the same pendingSecret.';
const LATE_HINT = 'Answer the call without executing it: nobody waits for its outcome.';
