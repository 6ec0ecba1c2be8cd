import { HaftError, type CallSuspended, type DeferredOutcome } from '@haft/core';
import type { JsonValue } from '@haft/schema';
import type { Call } from '../call.js';
import { innerCallsOf } from '../inner/inner-calls-of.js';
import { writtenOr } from '../written-or.js';
import { callFingerprint } from './call-fingerprint.js';
import { approvedCall, keyOf } from './defer.js';
import { suspendedOutcome, waitOf, type InnerWait } from './suspended-call.js';

/** Every store must be able to hold the state. */
const MOST_CHARACTERS = 1_000_000;

/**
 * Returns the outcome of a call whose inner calls wait for decisions.
 *
 * @throws {HaftError} `HAFT_DEFERRAL_METADATA` if the state is not JSON or has more than 1,000,000
 *   characters
 * @throws {HaftError} `HAFT_INVALID_OPTION` if `waits` is empty, or is not from inner calls of this
 *   call
 */
export function suspend(call: Call, { suspension }: CallSuspended): DeferredOutcome {
  const { decided, origin } = call;
  const inner = innerCallsOf(call);
  return suspendedOutcome(
    {
      callId: call.id,
      tool: call.name,
      fingerprint: callFingerprint(approvedCall(call)),
      arguments: call.wire ?? {},
      input: decided.input,
      granted: decided.grant,
      state: stateOf(call, suspension.state),
      waits: waitsOf(call, suspension.waits),
      outcomes: {},
      finished: inner.finished,
      budgets: call.run.inner.budgets.counters(call.id),
      spentMs: spentMs(call),
      parent: origin.from,
      ...keyOf(call),
      ...(call.state.counted === call.state ? {} : { budget: 'own' }),
      ...(call.stored.background === undefined ? {} : { background: true }),
    },
    call.repairs,
  );
}

function stateOf({ name }: Call, state: unknown): JsonValue {
  const written = writtenOr(
    state,
    (cause) =>
      new HaftError('HAFT_DEFERRAL_METADATA', `The state of a CallSuspended of '${name}' is not JSON.`, {
        hint: 'Give it what another process can read: texts, numbers, lists and plain objects of these.',
        cause,
      }),
  );
  const { length } = JSON.stringify(written);
  if (length <= MOST_CHARACTERS) return written;
  const message = `The state of a CallSuspended of '${name}' is ${length} characters of JSON, at most ${MOST_CHARACTERS} are allowed.`;
  throw new HaftError('HAFT_DEFERRAL_METADATA', message, {
    hint: 'Keep large values elsewhere, and only their ids in the state.',
  });
}

function waitsOf(call: Call, outcomes: unknown): readonly InnerWait[] {
  if (!Array.isArray(outcomes) || outcomes.length === 0) throw noWaits(call, 'an empty list');
  return (outcomes as readonly (Partial<DeferredOutcome> | null | undefined)[]).map((outcome) => {
    if (outcome?.status !== 'deferred' || outcome.request === undefined) throw noWaits(call, 'another value');
    const wait = waitOf(outcome as DeferredOutcome);
    const from = wait.open === undefined ? wait.suspended.parent : wait.open.request.parent;
    if (from?.callId !== call.id || from.tool !== call.name) throw noWaits(call, 'a call that it did not make');
    return wait;
  });
}

function noWaits({ name }: Call, what: string): HaftError {
  return new HaftError('HAFT_INVALID_OPTION', `CallSuspended of '${name}' got ${what} in \`waits\`.`, {
    hint: 'Give it the outcomes with status `deferred` that run.call() of the same call returned.',
  });
}

/** Returns how long the tool ran in all, without the time that it waited for decisions. */
function spentMs(call: Call): number {
  const { run, state, decided } = call;
  const { spentMs: before = 0 } = decided.reentry ?? {};
  const left = run.runtime.inFlight.deadlineOf(call) - Date.now();
  const spent = state.planned.timeoutMs - Math.max(0, left);
  return Number.isFinite(spent) ? Math.max(before, Math.round(spent)) : before;
}
