import type { DeferralRequest, DeferredOutcome, ToolOutcome } from '@haft/core';
import { callIdOf, openCallsOf, waitingOutcome, waitOf, type InnerWait, type SuspendedCall } from './suspended-call.js';
import type { OpenCall } from './open-call.js';
import { withCallId } from '../outcome/with-call-id.js';
import type { InnerBudgets } from '../inner/inner-budgets.js';
import { pausedCallId, type PausedCall } from './paused-call.js';
import { plainCall } from './plain-call.js';
import { withOutcomes } from './with-outcomes.js';

/** The deferred calls of one run and the other calls of their batches, in order. */
export class PausedCalls {
  /** Ids of decided requests. */
  readonly used = new Set<string>();
  private calls: readonly PausedCall[];
  /** Inner calls that wait while their outer calls are in progress. */
  private readonly inner = new Map<object, readonly PausedCall[]>();

  /** The outcomes of calls that were decided and wait again, with their repairs. */
  private readonly asked = new Map<PausedCall, DeferredOutcome>();

  /** @param calls - the calls of a pending run */
  constructor(calls: readonly PausedCall[] = []) {
    this.calls = [...calls];
  }

  get all(): readonly PausedCall[] {
    return this.calls;
  }

  /** The calls that are still open, also those inside suspended calls. */
  get open(): readonly OpenCall[] {
    return oncePerKey(openCallsOf(this.calls.filter(waits)), ({ request }) => request.id);
  }

  /** The open calls, and those of calls in progress. */
  get openInProgress(): readonly OpenCall[] {
    return [...this.open, ...openCallsOf([...this.inner.values()].flat().filter(waits))];
  }

  get requests(): readonly DeferralRequest[] {
    return this.open.map((call) => call.request);
  }

  get suspended(): readonly SuspendedCall[] {
    return oncePerKey(
      this.calls.flatMap((call) => call.suspended ?? []),
      ({ key }) => key,
    );
  }

  /** Returns all calls as plain JSON. */
  plain(budgets: InnerBudgets): readonly PausedCall[] {
    return this.calls.map((call) => plainCall(call, budgets));
  }

  /** Keeps the calls of a batch, one of which is deferred. */
  add(outcomes: readonly ToolOutcome[]): void {
    this.calls = [...this.calls, ...outcomes.map(pausedCall)];
  }

  /** Adds a call that waits. */
  addWaiting(call: InnerWait): void {
    this.calls = [...this.calls, call];
  }

  /** Keeps an inner call while its outer call is in progress. */
  addInner(parent: object, outcome: DeferredOutcome): void {
    this.inner.set(parent, [...(this.inner.get(parent) ?? []), pausedCall(outcome)]);
  }

  /**
   * Ends the inner calls of an answered call. After a success, those that wait become calls of the
   * run. Otherwise they are void, or in the state of the suspended call.
   */
  endInner(parent: object, status: ToolOutcome['status']): void {
    const left = this.inner.get(parent);
    if (left === undefined) return;
    this.inner.delete(parent);
    if (status === 'success') this.calls = [...this.calls, ...left];
  }

  /** Stores the outcomes of decided calls. */
  settle(outcomes: ReadonlyMap<OpenCall, ToolOutcome>): void {
    this.asked.clear();
    const byRequest = new Map([...outcomes].map(([open, outcome]) => [open.request.id, outcome]));
    const settled = (call: PausedCall): PausedCall => {
      if (call.suspended !== undefined) return { ...call, suspended: withOutcomes(call.suspended, outcomes) };
      const found = call.open === undefined ? undefined : byRequest.get(call.open.request.id);
      const outcome = found && withCallId(found, pausedCallId(call));
      const next = outcome === undefined ? call : pausedCall(outcome);
      if (outcome?.status === 'deferred') this.asked.set(next, outcome);
      return next;
    };
    this.calls = this.calls.map(settled);
    for (const [parent, calls] of this.inner) this.inner.set(parent, calls.map(settled).filter(waits));
  }

  /** Replaces ended calls. The function returns undefined for those that stay. */
  correct(next: (outcome: ToolOutcome) => PausedCall | undefined): void {
    this.calls = this.calls.map((call) => (call.outcome && next(call.outcome)) ?? call);
  }

  /** Replaces a call that the ledger knew before. */
  exchange(outcome: DeferredOutcome, known: ToolOutcome): void {
    const wait = waitOf(outcome);
    const isSame = (call: PausedCall): boolean =>
      (call.open !== undefined && call.open === wait.open) ||
      (call.suspended !== undefined && call.suspended === wait.suspended);
    const next = pausedCall(known);
    this.calls = this.calls.map((call) => (isSame(call) ? next : call));
    if (!this.calls.some(waits)) this.calls = [];
    for (const [parent, calls] of this.inner)
      this.inner.set(parent, calls.map((call) => (isSame(call) ? next : call)).filter(waits));
  }

  /** Stores what became of a suspended call. */
  replace(suspended: SuspendedCall, next: PausedCall): void {
    const { key } = suspended;
    const isSame = ({ suspended: one }: PausedCall): boolean =>
      one === suspended || (key !== undefined && one?.key === key);
    this.calls = this.calls.map((call) => (isSame(call) ? named(next, pausedCallId(call)) : call));
  }

  /** Returns the outcomes of all calls. Forgets all calls when none waits. */
  answers(): readonly ToolOutcome[] {
    const outcomeOf = (call: PausedCall): ToolOutcome => call.outcome ?? this.asked.get(call) ?? waitingOutcome(call);
    const all = this.calls.map((call) => withCallId(outcomeOf(call), pausedCallId(call)));
    if (!this.calls.some(waits)) this.calls = [];
    return all;
  }
}

/** Returns a call of a batch as it is kept. */
function pausedCall(outcome: ToolOutcome): PausedCall {
  return outcome.status === 'deferred' ? named(waitOf(outcome), outcome.callId) : { outcome };
}

/** Returns a call under the id of one that waits for it. */
function named(call: PausedCall, callId: string): PausedCall {
  if (call.outcome !== undefined) return { outcome: withCallId(call.outcome, callId) };
  return callIdOf(call) === callId ? call : { ...call, callId };
}

/** Returns the first one of each key. Several calls may wait for one. */
function oncePerKey<One>(all: readonly One[], keyOf: (one: One) => string | undefined): readonly One[] {
  const keys = all.map(keyOf);
  return all.filter((_, index) => keys[index] === undefined || keys.indexOf(keys[index]) === index);
}

type WaitingCall = Exclude<PausedCall, { readonly outcome: ToolOutcome }>;

function waits(call: PausedCall): call is WaitingCall {
  return call.outcome === undefined;
}
