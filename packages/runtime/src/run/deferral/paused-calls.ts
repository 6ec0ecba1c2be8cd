import type { DeferralRequest, DeferredOutcome, ToolOutcome } from '@haft/core';
import type { JsonValue } from '@haft/schema';
import { wireForm } from '../../results/wire-form.js';
import { openCallOf, WAITING_TEXT, type OpenCall } from '../../call/deferral/open-call.js';
import type { PausedCall } from './pending-run.js';

/** The calls of one run that wait, and those of the same batches that do not, in the order of the calls. */
export class PausedCalls {
  /** Ids of requests that were decided. */
  readonly used = new Set<string>();
  private calls: PausedCall[] = [];

  /** @param calls - of a pending run that goes on */
  constructor(calls: readonly PausedCall[] = []) {
    this.calls = [...calls];
  }

  get all(): readonly PausedCall[] {
    return this.calls;
  }

  /** The calls that wait. */
  get open(): readonly OpenCall[] {
    return this.calls.flatMap((call) => call.open ?? []);
  }

  get requests(): readonly DeferralRequest[] {
    return this.open.map((call) => call.request);
  }

  /** Remembers the calls of a batch, when one of them waits. */
  add(outcomes: readonly ToolOutcome[]): void {
    if (outcomes.some(isDeferred)) this.calls.push(...outcomes.map(pausedCall));
  }

  /** What came of decided calls. When nothing is open any more, there is nothing left to remember. */
  replace(outcomes: ReadonlyMap<OpenCall, ToolOutcome>): readonly ToolOutcome[] {
    const all = this.calls.map((call) => call.outcome ?? outcomes.get(call.open) ?? waiting(call.open));
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

/** A call that still waits, as an outcome. */
function waiting({ request }: OpenCall): DeferredOutcome {
  return {
    status: 'deferred',
    callId: request.callId,
    tool: request.tool,
    text: WAITING_TEXT[request.kind],
    repairs: [],
    request,
  };
}

/** The same as plain JSON. */
export function plainCall(call: PausedCall): PausedCall {
  if (call.outcome === undefined) return call;
  const { outcome } = call;
  if (outcome.status !== 'success') return { outcome };
  return { outcome: { ...outcome, value: plainValue(outcome.value) } };
}

/** What cannot be written is left out: the model's text is there all the same. */
function plainValue(value: unknown): JsonValue | undefined {
  try {
    return value === undefined ? undefined : wireForm(value);
  } catch {
    return undefined;
  }
}
