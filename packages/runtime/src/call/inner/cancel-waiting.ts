import type { ToolOutcome } from '@haft/core';
import type { Call } from '../call.js';
import { continuesElsewhere } from '../row/is-left-to-others.js';
import type { InnerCalls } from './inner-calls.js';

/** Returns whether the end of a call cancels its inner calls. After a success they still wait. */
export function endsWaiting(call: Call, { status }: ToolOutcome): boolean {
  if (status === 'success' || status === 'deferred') return false;
  return call.origin.inner !== undefined;
}

/**
 * Cancels the inner calls of an ended call that wait in the ledger. An approval must not execute
 * them.
 */
export async function cancelWaiting(call: Call): Promise<void> {
  const { inner } = call.origin;
  const { runtime, factsFromOutside } = call.run;
  const { durable, observe } = runtime;
  // The process that sent a call has its row.
  if (inner === undefined || durable === undefined || factsFromOutside !== undefined) return;
  if (continuesElsewhere(call)) return;
  inner.isVoid = true;
  if (!inner.mayWait) return;
  try {
    await durable.cancelInner(call);
  } catch (error) {
    // The outcome of the call is true, even if the ledger does not know it yet.
    observe.logger.error(`The ledger of calls did not cancel the calls that wait inside ${call.id}.`, { error });
  }
}

/** Lets an inner call wait, unless its call ended while the ledger wrote it. */
export async function letWait(call: Call, inner: InnerCalls): Promise<void> {
  inner.mayWait = true;
  if (inner.isVoid) await cancelWaiting(call);
}
