import type { DeferralRequest, DeferredOutcome, ToolOutcome } from '@haft/core';
import type { JsonValue } from '@haft/schema';
import { wireForm } from '../../results/wire-form.js';
import { openCallOf, deferredCall, type OpenCall } from '../../call/deferral/open-call.js';
import type { PausedCall } from './pending-run.js';

/** The deferred calls of one run and the other calls of their batches, in order. */
export class PausedCalls {
  /** Ids of decided requests. */
  readonly used = new Set<string>();
  private calls: PausedCall[] = [];

  /** @param calls - the calls of a pending run */
  constructor(calls: readonly PausedCall[] = []) {
    this.calls = [...calls];
  }

  get all(): readonly PausedCall[] {
    return this.calls;
  }

  /** The calls that are still open. */
  get open(): readonly OpenCall[] {
    return this.calls.flatMap((call) => call.open ?? []);
  }

  get requests(): readonly DeferralRequest[] {
    return this.open.map((call) => call.request);
  }

  /** Keeps the calls of a batch if one of them is deferred. */
  add(outcomes: readonly ToolOutcome[]): void {
    if (outcomes.some(isDeferred)) this.calls.push(...outcomes.map(pausedCall));
  }

  /**
   * Stores the outcomes of decided calls. Forgets all calls when none is open.
   *
   * @returns the outcomes of all calls
   */
  replace(outcomes: ReadonlyMap<OpenCall, ToolOutcome>): readonly ToolOutcome[] {
    const all = this.calls.map((call) => call.outcome ?? outcomes.get(call.open) ?? deferredCall(call.open.request));
    this.calls = this.calls.map((call) => {
      const outcome = call.outcome ?? outcomes.get(call.open);
      return outcome === undefined ? call : pausedCall(outcome);
    });
    if (this.open.length === 0) this.calls = [];
    return all;
  }
}

function pausedCall(outcome: ToolOutcome): PausedCall {
  return isDeferred(outcome) ? { open: openCallOf(outcome.request) } : { outcome };
}

function isDeferred(outcome: ToolOutcome): outcome is DeferredOutcome {
  return outcome.status === 'deferred';
}

/** Returns a paused call as plain JSON. */
export function plainCall(call: PausedCall): PausedCall {
  if (call.outcome === undefined) return call;
  const { outcome } = call;
  if (outcome.status !== 'success') return { outcome };
  return { outcome: { ...outcome, value: plainValue(outcome.value) } };
}

/** Returns a value in wire form, or undefined if JSON has no form for it. */
function plainValue(value: unknown): JsonValue | undefined {
  try {
    return value === undefined ? undefined : wireForm(value);
  } catch {
    return undefined;
  }
}
